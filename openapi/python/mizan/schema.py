"""The types and operations of the API. Generated from mizan.json: do not edit."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Dict, List, Literal, NotRequired, Tuple, TypeAlias, TypedDict, Union

from .transport import Download, Events, Group, Json, Transport, Upload, as_json, part

class AcceptJoinRequest(TypedDict):
    """The roles of the new user."""

    # What the user can see and do.
    roles: List[UserRole]


class ActionRowDiff(TypedDict):
    """The records of a resource with which a role could do an action, or no more."""

    # The action.
    action: str
    # The resource.
    resource: str
    # The records that its users could read.
    gained: CountedRecords
    # The records that they could read no more.
    lost: CountedRecords


class AddProjects(TypedDict):
    """Projects to add to a rotation."""

    # Projects that are already in the rotation stay where they are.
    projectIds: List[str]


class AllowedUser(TypedDict):
    """A user who may do something."""

    # The account.
    _id: str
    # First and last name.
    name: str
    # Used to sign in; null when you do not see it of all users.
    email: NotRequired[str | None]
    # The lines of the policy in force that allow it.
    because: List[QuotedLine]


class AllowingLine(TypedDict):
    """A line that would allow something."""

    # The file it is in; null for a line that is in none yet.
    file: NotRequired[str | None]
    # The number of the line in it.
    line: NotRequired[int | None]
    # The line.
    text: str


class AppCode(TypedDict):
    """A code of an authenticator app."""

    # The six digits that the app shows.
    code: str


class Assessment(TypedDict):
    """One of the caller's own estimates."""

    _id: str
    unit: NumberedUnit
    projectId: str
    unitId: str
    # Estimated rent for one year.
    estimatedYearlyRentInAED: int
    # Expected change of the price within a year.
    estimatedCapitalAppreciationPercentage: float
    # How certain the estimator is, from 0 to 100.
    confidenceScore: float
    # When the estimator first saved an estimate for the unit.
    createdAt: str
    # When the current estimate was saved.
    updatedAt: str


class AssessmentInput(TypedDict):
    """An estimate to save."""

    unitId: str
    projectId: str
    # Estimated rent for one year.
    estimatedYearlyRentInAED: int
    # Expected change of the price within a year.
    estimatedCapitalAppreciationPercentage: float
    # How certain the estimator is, from 0 to 100.
    confidenceScore: float
    # How the estimate was entered.
    entry: NotRequired[Entry | None]


class AuditEvent(TypedDict):
    """An audit event."""

    _id: str
    # When it happened.
    at: str
    # Who did it, by the name of that moment. Empty when no user had signed in.
    actor: NotRequired[str | None]
    # The account.
    actorId: NotRequired[str | None]
    # What was done, or refused.
    action: AuditEventAction
    # The resource, the account or the request that it is about.
    object: str
    # The address of the client, of IPv6 its network; empty at the command line.
    address: NotRequired[str | None]
    # The request, as its answer named it in `X-Request-Id`.
    requestId: NotRequired[str | None]
    # How it ended.
    outcome: AuditEventOutcome
    # Why it was refused, or a detail.
    reason: NotRequired[str | None]
    # How many equal refusals in a row it stands for.
    times: int


AuditEventAction: TypeAlias = Literal[
    "sign-in",
    "first-step",
    "sign-out",
    "sign-out-everywhere",
    "session-ended",
    "credential",
    "password-check",
    "password-changed",
    "password-set",
    "reset-requested",
    "password-reset",
    "invited",
    "factor-added",
    "factor-removed",
    "factors-reset",
    "recovery-codes-made",
    "recovery-code-used",
    "token-created",
    "token-revoked",
    "account-created",
    "account-locked",
    "account-unlocked",
    "linking-allowed",
    "identity-linked",
    "identity-unlinked",
    "permission",
    "view-as",
    "policy-loaded",
    "keys-rotated",
    "export",
    "import",
    "backup-made",
    "backup-restored",
    "deletion-by-age",
    "events-dropped",
]


AuditEventOutcome: TypeAlias = Literal["success", "refused", "failed"]


class AuditEventPage(TypedDict):
    """One page of audit."""

    items: List[AuditEvent]
    # How many records match in all, exactly.
    total: int
    # The number of this page, from 1.
    page: int
    # How many records a page has.
    limit: int
    # How many pages there are.
    totalPages: int


class AuthenticatorApp(TypedDict):
    """An authenticator app that has been set up."""

    # When it was set up.
    createdAt: str
    # When a code of it was last used.
    lastUsedAt: NotRequired[str | None]


class Bound(TypedDict):
    """A bound of a count."""

    # How the count is compared.
    operator: BoundOperator
    # What it is compared with.
    count: int


BoundOperator: TypeAlias = Literal["greater_than", "greater_than_or_equal", "less_than", "less_than_or_equal", "equals"]


class Breakdown(TypedDict):
    """How many records have each value of a field."""

    # The field.
    by: str
    # The values, most frequent first; at most 50.
    items: List[ValueCount]
    # How many records match in all, including those with other values.
    total: int


class BulkDeleted(TypedDict):
    """The result of a bulk deletion."""

    # Number of deleted records.
    deleted: int


class BulkPerformed(TypedDict):
    """The result of a verb that was performed on several records."""

    # Number of records that it changed.
    done: int
    # Number of records that it left as they were, or, of those that match a `where`, is not offered for.
    unchanged: int
    # The records that it was refused for, which are unchanged.
    refused: List[RefusedRecord]


class BulkUpdated(TypedDict):
    """The result of a bulk update."""

    # Number of changed records.
    updated: int
    # Number of records that had these values already.
    unchanged: int


class CellError(TypedDict):
    """An error of one cell of a file, or of a line when the column is empty."""

    # The physical line where the row starts, counted from 1.
    line: int
    # The name of the column in the header.
    column: str
    # The error message, a sentence.
    message: str


class ChangeSet(TypedDict):
    """A change set."""

    # The identifier.
    _id: str
    # The resource whose records it changes.
    resource: str
    # What it does.
    kind: ChangeSetKind
    # What has become of it.
    state: ChangeSetState
    # The user who planned it; null when the reader may not read who.
    by: NotRequired[ChangedBy | None]
    # When it was planned.
    at: str
    # What is to become of the records: `update`, `delete`, `merge` or `import`.
    request: Json
    # How many rows do what.
    counts: ChangeSetCounts
    # The user who applied it; null before, and when the reader may not read who.
    appliedBy: NotRequired[ChangedBy | None]
    # When it was applied; null before.
    appliedAt: NotRequired[str | None]
    # The request that applied it, as its answer named it in `X-Request-Id`; null before.
    requestId: NotRequired[str | None]


class ChangeSetCounts(TypedDict):
    """How many rows of a set do what; those with errors are counted as such alone."""

    # Records to create.
    create: int
    # Records to change.
    update: int
    # Records to delete.
    delete: int
    # Records that are as they are to be already.
    unchanged: int
    # Rows that cannot be applied as they are.
    error: int


class ChangeSetInput(TypedDict):
    """What is to become of which records."""

    # The resource, by its name in the document: `x-resource.name`.
    resource: str
    # The fields to change, as in `PATCH` of a record. Give this, `delete` or `merge`.
    update: NotRequired[Dict[str, Json] | None]
    # `true`: delete the records.
    delete: NotRequired[bool | None]
    # Merge the records into another one.
    merge: NotRequired[MergeInto | None]
    # The identifiers of the records. Give these, or `where`.
    ids: NotRequired[List[str] | None]
    # All records that match, as the list shows them at this moment.
    where: NotRequired[Dict[str, Json] | None]


ChangeSetKind: TypeAlias = Literal["update", "delete", "merge", "import"]


class ChangeSetPage(TypedDict):
    """A page of change sets."""

    # The sets of this page.
    items: List[ChangeSet]
    # The exact number of sets that match.
    total: int
    # The number of this page, from 1.
    page: int
    # How many sets a page has.
    limit: int
    # The number of pages.
    totalPages: int


class ChangeSetRow(TypedDict):
    """A row of a change set: what it does with one record."""

    # The number of the row, from 1.
    row: int
    # The line of an imported file; absent otherwise.
    line: NotRequired[int | None]
    # The resource of the record, which may be another one than that of the set.
    resource: str
    # The record; null for a new one that is not created yet, and for one that the reader may not read.
    record: NotRequired[RowRecord | None]
    # `create`, `update`, `delete`, or `unchanged`.
    action: ChangeSetRowAction
    # The record before; null for a new one.
    before: NotRequired[Json]
    # The record after; null for a deletion.
    after: NotRequired[Json]
    # The fields that differ.
    changed: List[str]
    # Why the row cannot be applied as it is: at fields of the record.
    errors: List[FieldError]
    # `planned`, `applied`; of a set that was undone `reversed`, `kept` or `refused`.
    state: ChangeSetRowState
    # Why it was not undone; absent otherwise.
    reason: NotRequired[str | None]


ChangeSetRowAction: TypeAlias = Literal["create", "update", "delete", "unchanged"]


class ChangeSetRowPage(TypedDict):
    """A page of rows."""

    # The rows of this page.
    items: List[ChangeSetRow]
    # The exact number of rows that match.
    total: int
    # The number of this page, from 1.
    page: int
    # How many rows a page has.
    limit: int
    # The number of pages.
    totalPages: int


ChangeSetRowState: TypeAlias = Literal["planned", "applied", "reversed", "kept", "refused"]


ChangeSetState: TypeAlias = Literal["planned", "proposed", "applied", "undone", "discarded"]


class ChangedBy(TypedDict):
    """Who made a change, by the name of that moment."""

    # The account.
    id: str
    # The person's name.
    name: str


class ChangedRecord(TypedDict):
    """A record that was changed."""

    # The identifier.
    _id: str
    # Its title after the change, or before it was deleted.
    title: str


# How a chart is drawn.
ChartKind: TypeAlias = Literal["bar", "line", "scatter", "heat", "histogram", "interval", "map"]


class Company(TypedDict):
    """A company."""

    _id: str
    name: str
    # What the company does.
    description: NotRequired[str | None]
    # Begins with https:// or http://.
    website: NotRequired[str | None]
    email: NotRequired[str | None]
    # Include the country code.
    phone: NotRequired[str | None]
    address: NotRequired[str | None]
    createdAt: str
    updatedAt: str


class CompanyBulkDeleteBody(TypedDict, total=False):
    # The identifiers of the records. Either these, or `where`.
    companyIds: List[str]
    where: Where


CompanyBulkUpdateBody: TypeAlias = Union["CompanyBulkUpdateBodyWithUpdate", "CompanyBulkUpdateBodyWithChanges"]


class CompanyBulkUpdateBodyWithChanges(TypedDict):
    # A change of its own for each record.
    changes: List[CompanyBulkUpdateBodyWithChangesChange]


class CompanyBulkUpdateBodyWithChangesChange(TypedDict):
    # The identifier of the record.
    _id: str
    # The values of fields as they were read. The request is refused when one of them has changed since.
    was: NotRequired[Dict[str, Json]]
    update: CompanyPatch


class CompanyBulkUpdateBodyWithUpdate(TypedDict):
    # The identifiers of the records. Either these, or `where`.
    companyIds: NotRequired[List[str]]
    where: NotRequired[Where]
    update: CompanyPatch


class CompanyInput(TypedDict):
    """A company as it is written."""

    name: str
    # What the company does.
    description: NotRequired[str | None]
    # Begins with https:// or http://.
    website: NotRequired[str | None]
    email: NotRequired[str | None]
    # Include the country code.
    phone: NotRequired[str | None]
    address: NotRequired[str | None]


class CompanyPage(TypedDict):
    """One page of companies."""

    items: List[Company]
    # How many records match in all, exactly.
    total: int
    # The number of this page, from 1.
    page: int
    # How many records a page has.
    limit: int
    # How many pages there are.
    totalPages: int


class CompanyPatch(TypedDict, total=False):
    """The fields to change. What is left out stays as it is; null removes a value that may be missing."""

    name: str
    # What the company does.
    description: str | None
    # Begins with https:// or http://.
    website: str | None
    email: str | None
    # Include the country code.
    phone: str | None
    address: str | None


# How a user can confirm to be there, at `POST /api/auth/confirm`.
Confirmation: TypeAlias = Literal["password", "code", "passkey"]


class Confirmed(TypedDict, total=False):
    """A change of one's own second factors."""

    # Your password. Needed if you signed in more than ten minutes ago.
    currentPassword: str | None


class Coordinates(TypedDict):
    """A place on the map, in degrees."""

    # In degrees: north of the equator is positive.
    latitude: float
    # In degrees: east of Greenwich is positive.
    longitude: float


class CountedRecords(TypedDict):
    """How many records there are, with examples."""

    # The exact number.
    count: int
    # Three of them at most, in the order of the resource.
    examples: List[ExampleRecord]


# The number of records of each resource, by its name.
Counts: TypeAlias = "Dict[str, int]"


# The order of day, month and year.
DateOrder: TypeAlias = Literal["dayMonthYear", "monthDayYear", "yearMonthDay"]


class DeletedRecord(TypedDict):
    """A deleted record."""

    # The identifier.
    _id: str
    # Its last title.
    title: str
    # When it was deleted.
    deletedAt: str
    # Who deleted it; null when the caller may not read who.
    by: NotRequired[ChangedBy | None]
    # The request that deleted it; null for a deletion without a request.
    requestId: NotRequired[str | None]
    # The number of its last version before the deletion, to restore it.
    version: int


class DeletedRecordPage(TypedDict):
    """One page of deleted records."""

    items: List[DeletedRecord]
    # How many records match in all, exactly.
    total: int
    # The number of this page, from 1.
    page: int
    # How many records a page has.
    limit: int
    # How many pages there are.
    totalPages: int


class Developer(TypedDict):
    """A developer."""

    _id: str
    name: str


class DeveloperBulkDeleteBody(TypedDict, total=False):
    # The identifiers of the records. Either these, or `where`.
    developerIds: List[str]
    where: Where


DeveloperBulkUpdateBody: TypeAlias = Union["DeveloperBulkUpdateBodyWithUpdate", "DeveloperBulkUpdateBodyWithChanges"]


class DeveloperBulkUpdateBodyWithChanges(TypedDict):
    # A change of its own for each record.
    changes: List[DeveloperBulkUpdateBodyWithChangesChange]


class DeveloperBulkUpdateBodyWithChangesChange(TypedDict):
    # The identifier of the record.
    _id: str
    # The values of fields as they were read. The request is refused when one of them has changed since.
    was: NotRequired[Dict[str, Json]]
    update: DeveloperPatch


class DeveloperBulkUpdateBodyWithUpdate(TypedDict):
    # The identifiers of the records. Either these, or `where`.
    developerIds: NotRequired[List[str]]
    where: NotRequired[Where]
    update: DeveloperPatch


class DeveloperInput(TypedDict):
    """A developer as it is written."""

    name: str


class DeveloperLink(TypedDict):
    """The developer of a project."""

    _id: str


DeveloperListAnswer: TypeAlias = Union["List[Developer]", "DeveloperPage"]


class DeveloperPage(TypedDict):
    """One page of developers."""

    items: List[Developer]
    # How many records match in all, exactly.
    total: int
    # The number of this page, from 1.
    page: int
    # How many records a page has.
    limit: int
    # How many pages there are.
    totalPages: int


class DeveloperPatch(TypedDict, total=False):
    """The fields to change. What is left out stays as it is; null removes a value that may be missing."""

    name: str


class DuplicateGroup(TypedDict):
    """Records that are likely one."""

    # The records, the oldest first.
    records: List[DuplicateRecord]
    # What they have in common, but for its spelling.
    because: List[str]


class DuplicateGroupPage(TypedDict):
    """One page of groups of likely duplicates."""

    items: List[DuplicateGroup]
    # How many records match in all, exactly.
    total: int
    # The number of this page, from 1.
    page: int
    # How many records a page has.
    limit: int
    # How many pages there are.
    totalPages: int


class DuplicateRecord(TypedDict):
    """A record that is likely the same as another one."""

    # The identifier.
    _id: str
    # Its title.
    title: str
    # The number of references to it from records that the caller may all read.
    references: int


# What an empty cell does when its row updates a record.
Empty: TypeAlias = Literal["keep", "clear"]


class Entry(TypedDict):
    """How an estimate was entered. It distinguishes copied values from real estimates."""

    # What the entered value started from.
    baseSource: EntryBaseSource
    # The value that it started from.
    baseValue: NotRequired[int | None]
    # Number of key presses.
    taps: NotRequired[int | None]
    # Whether the value was typed on a keyboard and not entered on the keypad.
    typed: NotRequired[bool | None]
    # How many seconds the unit was open.
    seconds: NotRequired[float | None]


EntryBaseSource: TypeAlias = Literal["none", "saved", "previous", "unit"]


class Estimation(TypedDict):
    """An estimator's current estimate for a unit."""

    _id: str
    unit: NumberedUnit
    project: Named
    # The estimator.
    agent: Named
    # Estimated rent for one year.
    estimatedYearlyRentInAED: int
    # Expected change of the price within a year.
    estimatedCapitalAppreciationPercentage: float
    # How certain the estimator is, from 0 to 100.
    confidenceScore: float
    # When the estimator first saved an estimate for the unit.
    createdAt: str
    # When the current estimate was saved.
    updatedAt: str


class EstimationPage(TypedDict):
    """One page of estimates."""

    items: List[Estimation]
    # How many records match in all, exactly.
    total: int
    # The number of this page, from 1.
    page: int
    # How many records a page has.
    limit: int
    # How many pages there are.
    totalPages: int


class ExampleRecord(TypedDict):
    """A record as an example."""

    # The identifier.
    _id: str
    # Its title.
    title: str


# What to do with a row whose record exists already.
Existing: TypeAlias = Literal["error", "skip", "update"]


class Explanation(TypedDict):
    """Why a user may or may not do something."""

    # Whether the user may.
    allowed: bool
    # The roles of the user, and those that they inherit.
    roles: List[str]
    # The lines that allow it, or those that keep it from the user.
    because: List[QuotedLine]
    # The conditions of rules that the record does not meet.
    failing: List[FailingCondition]
    # Lines that would allow it: those that give it to other roles, and one that would give it to the user.
    wouldAllow: List[AllowingLine]


class ExplorerAnswer(TypedDict):
    """The answer to a question of the explorer."""

    # One entry for each row, or for each row and column that has facts: rows in the requested order, columns in the
    # order of their dimension.
    rows: List[ExplorerRow]
    # The columns of all these rows, in the order of their dimension, when `cols` was given.
    cols: NotRequired[List[ExplorerKey] | None]
    # The number of rows in all, before `limit`.
    total: int
    # The time of the data.
    asOf: str


class ExplorerChart(TypedDict):
    """A chart with its values."""

    # Its identifier.
    name: str
    # The title.
    title: str
    # What is measured and how.
    description: str
    # How it is drawn.
    kind: ChartKind
    # The names of its measures; the first is the main one.
    measures: List[str]
    # The dimension of its rows.
    rows: NotRequired[str | None]
    # The dimension of its columns.
    cols: NotRequired[str | None]
    # What its values are compared with.
    compare: NotRequired[str | None]
    # The number of records that it is computed from, when every row has the same ones.
    n: NotRequired[int | None]
    # The query string of the view of the explorer that shows the data behind it.
    explore: NotRequired[str | None]
    # Its values, in the form of an answer of the explorer.
    answer: ExplorerAnswer


class ExplorerCompared(TypedDict):
    """The value that a measure is compared with."""

    # Null when nothing could be computed.
    value: NotRequired[float | None]
    # The number of facts that it is computed from.
    n: int


class ExplorerKey(TypedDict):
    """One value of a dimension."""

    # The key of the value; null when there is none.
    key: NotRequired[str | None]
    # The name to show.
    label: str
    # The position on the map, of a record whose position is known.
    place: NotRequired[ExplorerPlace | None]


class ExplorerPart(TypedDict):
    """A value within a record."""

    # Whose value it is.
    of: ExplorerKey
    # The value of the measure.
    value: float


class ExplorerPlace(TypedDict):
    """A position on the map, in degrees."""

    # Latitude, positive north of the equator.
    latitude: float
    # Longitude, positive east of Greenwich.
    longitude: float


class ExplorerRecord(TypedDict):
    """A record behind a value of a measure."""

    # The identifier.
    _id: str
    # The label.
    title: str
    # The measures of the facts of this record: those of the question, and those that `x-explorer` names as `behind` of
    # the dataset.
    values: Dict[str, ExplorerValue]
    # What the dataset lists within each record (`each` in `x-explorer`), such as each estimate of a unit.
    each: List[ExplorerPart]


class ExplorerRecords(TypedDict):
    """The records behind a value of a measure."""

    # The resource of these records.
    resource: str
    # The groups of `rows` that the records are limited to, when `row` was given.
    row: List[ExplorerKey]
    # The groups of `cols` that the records are limited to, when `col` was given.
    col: List[ExplorerKey]
    # The records of this page.
    items: List[ExplorerRecord]
    # The number of records in all.
    total: int
    # The number of this page, from 1.
    page: int
    # The number of records of a page.
    limit: int
    # The number of pages.
    totalPages: int
    # The time of the data.
    asOf: str


class ExplorerRow(TypedDict):
    """The measures of one group."""

    # The value of the dimension `rows`; without that dimension all facts are one row.
    row: ExplorerKey
    # The value of the dimension `cols`, when it was given.
    col: NotRequired[ExplorerKey | None]
    # The values by the names of their measures.
    values: Dict[str, ExplorerValue]


class ExplorerValue(TypedDict):
    """The value of a measure."""

    # Null when nothing could be computed.
    value: NotRequired[float | None]
    # The number of facts that it is computed from. Facts without a value that the measure needs are left out.
    n: int
    # The value that it is compared with, when `compare` was given and is possible.
    compare: NotRequired[ExplorerCompared | None]


class FailingCondition(TypedDict):
    """A condition of a rule that a record does not meet."""

    # The condition, with the values of the user: `{field, operator, value}`.
    condition: Dict[str, Json]
    # The value of the record; null without one, and where the caller does not see it.
    value: Json


# How much more or less a role would see of a field.
FieldChange = TypedDict(
    "FieldChange",
    {
        # The resource.
        "resource": "str",
        # The field.
        "field": "str",
        # How much it sees now: `hidden`, `masked`, `readonly` or `writable`.
        "from": "str",
        # How much it would see.
        "to": "str",
        # Whether that is more.
        "widens": "bool",
    },
)


class FieldError(TypedDict):
    """A validation error of one field of a body."""

    # JSON pointer into the body.
    pointer: str
    # The message to show at the field.
    message: str


class FileWriting(TypedDict, total=False):
    """How a file is written. What is absent does not matter for it, or is decided cell by cell."""

    # What separates the cells of a line; absent for a workbook.
    separator: Separator | None
    # The encoding, such as `utf-8` or `windows-1256`; absent for a workbook.
    encoding: str | None
    # The order of day, month and year; absent when all dates can be read in one way only.
    dateOrder: DateOrder | None
    # The signs in numbers; absent when all numbers can be read in one way only.
    numbers: NumberSigns | None
    # What the file does not show and has to be said, because some of its first cells can be read in two ways.
    asks: List[WritingPart]


class FilterDefinition(TypedDict):
    """A field that a list can be filtered by."""

    # The `field` of a condition.
    key: str
    # The name to show.
    label: str
    # `text`, `number`, `date`, `select` or `boolean`.
    type: str
    # The operators it accepts.
    operators: List[str]
    # The values of a select, when they are few and fixed.
    options: List[FilterOption]
    # An example of a value.
    placeholder: NotRequired[str | None]
    # Whether its column is kept in memory, which makes the filter fast. Only what is computed from other tables has
    # none.
    hasIndex: bool
    # Whether a list must be filtered by this field.
    required: bool
    # The resource whose identifiers are the values of a select.
    reference: NotRequired[str | None]
    # The unit of measure.
    unit: NotRequired[str | None]


class FilterGroup(TypedDict):
    """Conditions, all of which (`AND`) or one of which (`OR`) must be met."""

    # How the conditions are combined.
    operator: FilterGroupOperator
    # Conditions, or groups of them.
    conditions: List[FilterGroupConditionChoice]


class FilterGroupCondition(TypedDict):
    # The `key` of a definition, or after a reference that of a record referred to: `project.name`.
    field: str
    # One that the definition names.
    operator: str
    # A list for `in` and `not_in`; none for `is_missing` and `is_present`.
    value: NotRequired[str | float | bool | List[Json]]
    # The end of `between`.
    secondValue: NotRequired[str | float]


FilterGroupConditionChoice: TypeAlias = Union["FilterGroup", "FilterGroupCondition"]


FilterGroupOperator: TypeAlias = Literal["AND", "OR"]


class FilterOption(TypedDict):
    """One value of a select."""

    # The value to write in a condition.
    value: Json
    # The name to show.
    label: str


class Flag(TypedDict):
    """An estimate worth a look."""

    _id: str
    # The rule that found the estimate.
    kind: FlagKind
    # What is unusual, in a sentence.
    reason: str
    unit: NumberedUnit
    project: Named
    # The estimator.
    agent: Named
    # The estimate, rent for one year.
    estimatedYearlyRentInAED: int
    # The distance of the estimate from the consensus of its unit: 25 is a quarter above it.
    distancePercentage: float
    # How many times the larger of estimate and consensus is the smaller: a tenth of the consensus is as far off as ten
    # times of it.
    timesApart: float
    # Whether an analyst has looked at it.
    looked: bool
    # The findings, and what was done about them.
    note: NotRequired[str | None]
    # The user who looked at it.
    lookedBy: NotRequired[Named | None]
    # When the user looked at it.
    lookedAt: NotRequired[str | None]
    # When the flag was found.
    createdAt: str
    updatedAt: str


FlagBulkUpdateBody: TypeAlias = Union["FlagBulkUpdateBodyWithUpdate", "FlagBulkUpdateBodyWithChanges"]


class FlagBulkUpdateBodyWithChanges(TypedDict):
    # A change of its own for each record.
    changes: List[FlagBulkUpdateBodyWithChangesChange]


class FlagBulkUpdateBodyWithChangesChange(TypedDict):
    # The identifier of the record.
    _id: str
    # The values of fields as they were read. The request is refused when one of them has changed since.
    was: NotRequired[Dict[str, Json]]
    update: FlagPatch


class FlagBulkUpdateBodyWithUpdate(TypedDict):
    # The identifiers of the records. Either these, or `where`.
    flagIds: NotRequired[List[str]]
    where: NotRequired[Where]
    update: FlagPatch


FlagKind: TypeAlias = Literal[
    "outlier",
    "digit_slip",
    "monthly",
    "gross_yield",
    "rent_per_area",
    "untouched_base",
    "repeated",
]


class FlagPage(TypedDict):
    """One page of flags."""

    items: List[Flag]
    # How many records match in all, exactly.
    total: int
    # The number of this page, from 1.
    page: int
    # How many records a page has.
    limit: int
    # How many pages there are.
    totalPages: int


class FlagPatch(TypedDict, total=False):
    """The fields to change. What is left out stays as it is; null removes a value that may be missing."""

    # Whether an analyst has looked at it.
    looked: bool
    # The findings, and what was done about them.
    note: str | None


class ForgottenPassword(TypedDict):
    """Whose password was forgotten."""

    # The email, in any case.
    email: str


class Identity(TypedDict):
    """An identity at an identity provider that is linked to an account."""

    # The identifier.
    _id: str
    # The issuer URL of the provider.
    issuer: str
    # The provider's identifier of the user.
    subject: str
    # When it was linked.
    createdAt: str


class Image(TypedDict):
    """An image of a record. A field of this type says `x-widget: image`."""

    # The name of the file, as the upload answered it.
    file: str
    # What it shows.
    caption: NotRequired[str | None]


class ImportChoices(TypedDict):
    """How a table is imported."""

    # The column of the resource for each column of the table, by its name there; null leaves one out. Columns that are
    # not named are read by their own names.
    columns: Dict[str, str | None]
    # How a row is handled whose record exists already.
    existing: NotRequired[Existing | None]
    # How a key that occurs twice in the file is handled.
    repeated: NotRequired[Repeated | None]
    # What an empty cell does to a record that exists.
    empty: NotRequired[Empty | None]
    # How the file is written, where that is not to be guessed.
    writing: NotRequired[FileWriting]


class ImportReport(TypedDict):
    """The result of an import."""

    # Number of new records.
    created: int
    # Number of changed records.
    updated: int
    # Number of rows that changed nothing, or that the mapping excludes.
    skipped: int
    # The first 1,000 skipped rows, each with the reason.
    skippedRows: List[SkippedRow]
    # Number of records of other resources that were created as well, by resource.
    made: Dict[str, int]
    # Errors of the file, its mapping or its rows. When there are errors, nothing was written, and the counts are those
    # of the valid rows; reading stops at 10,000 errors.
    errors: List[CellError]
    # The line at which reading stopped because of too many errors; absent when the whole file was read.
    stoppedAt: NotRequired[int | None]
    # How the file is written, as it was said or guessed; absent with a mapping.
    writing: NotRequired[FileWriting | None]


class InboxEntry(TypedDict):
    """An entry of an inbox."""

    # The identifier.
    _id: str
    # What it is about.
    kind: InboxEntryKind
    # What it says.
    text: str
    # The resource of the record that it is about, or `change-sets`.
    resource: NotRequired[str | None]
    # The record that it is about.
    recordId: NotRequired[str | None]
    # The title of that record.
    title: NotRequired[str | None]
    # The user whose doing it is; null when it is no user's, or one whom the reader may not read.
    by: NotRequired[ChangedBy | None]
    # When it was written.
    createdAt: str
    # When it was read.
    readAt: NotRequired[str | None]


InboxEntryKind: TypeAlias = Literal["mention", "proposal", "failure", "alert"]


class InboxPage(TypedDict):
    """A page of an inbox."""

    # The newest first.
    items: List[InboxEntry]
    # The exact number of entries that match.
    total: int
    # The number of this page, from 1.
    page: int
    # How many entries a page has.
    limit: int
    # The number of pages.
    totalPages: int
    # How many entries are not read yet, on all pages.
    unread: int


class InboxRead(TypedDict):
    """The entries that were read."""

    # The identifiers of entries; those of others and those that are read already change nothing.
    ids: List[str]


class Instalment(TypedDict):
    """A payment that is due at some milestone."""

    # When it is due.
    milestone: str
    # How much of the price is due then.
    percent: float


class Job(TypedDict):
    """Long work that a user asked for, how far it is, and what came of it."""

    # The identifier.
    _id: str
    # What it does.
    kind: JobKind
    # The resource whose records it is about; null when that is not one.
    resource: NotRequired[str | None]
    # The change set that it applies or undoes.
    changeSet: NotRequired[str | None]
    # What has become of it.
    state: JobState
    # What it does at the moment, or did last.
    stage: JobStage
    # How many steps of that stage are done, mostly records.
    done: int
    # How many steps that stage has; null while that is not known.
    total: NotRequired[int | None]
    # When it began.
    createdAt: str
    # When it ended; null until then.
    endedAt: NotRequired[str | None]
    # The HTTP status that the request would have had; null until it has ended.
    status: NotRequired[int | None]
    # The header `Location` that the answer would have had.
    location: NotRequired[str | None]
    # The answer that the request would have had, or its problem document. It is null in the list of jobs, when it is a
    # file, and to a user whose rules have changed since.
    answer: NotRequired[Json]
    # The file that it made, at `…/{id}/file`.
    file: NotRequired[JobFile | None]


class JobFile(TypedDict):
    """A file that a job made."""

    # The name to save it under.
    name: str
    # The media type.
    type: str
    # The number of bytes.
    size: int


JobKind: TypeAlias = Literal["import", "plan", "apply", "undo", "export"]


class JobPage(TypedDict):
    """A page of jobs."""

    # The newest first, without their answers.
    items: List[Job]
    # The exact number of jobs.
    total: int
    # The number of this page, from 1.
    page: int
    # How many jobs a page has.
    limit: int
    # The number of pages.
    totalPages: int


JobStage: TypeAlias = Literal["planning", "writing"]


JobState: TypeAlias = Literal["running", "done", "failed"]


class JoinRequest(TypedDict):
    """A join request."""

    _id: str
    firstName: str
    lastName: NotRequired[str | None]
    # As given in the request; not verified.
    email: str
    message: NotRequired[str | None]
    # Pending until an administrator decides.
    status: JoinRequestStatus
    # The user that was created from this request.
    userId: NotRequired[str | None]
    # When it was accepted or declined.
    decidedAt: NotRequired[str | None]
    createdAt: str
    updatedAt: str


class JoinRequestBulkAcceptBody(TypedDict):
    # The identifiers of the records. Either these, or `where`.
    joinRequestIds: NotRequired[List[str]]
    where: NotRequired[Where]
    arguments: AcceptJoinRequest


class JoinRequestBulkDeclineBody(TypedDict, total=False):
    # The identifiers of the records. Either these, or `where`.
    joinRequestIds: List[str]
    where: Where


class JoinRequestBulkDeleteBody(TypedDict, total=False):
    # The identifiers of the records. Either these, or `where`.
    joinRequestIds: List[str]
    where: Where


class JoinRequestInput(TypedDict):
    """A request for access."""

    firstName: str
    lastName: NotRequired[str | None]
    # We reply to this address.
    email: str
    # Who you are and why you need access.
    message: NotRequired[str | None]


class JoinRequestPage(TypedDict):
    """One page of join requests."""

    items: List[JoinRequest]
    # How many records match in all, exactly.
    total: int
    # The number of this page, from 1.
    page: int
    # How many records a page has.
    limit: int
    # How many pages there are.
    totalPages: int


JoinRequestStatus: TypeAlias = Literal["pending", "accepted", "declined"]


class LastRotation(TypedDict):
    """The latest scheduled rotation that a project is in."""

    # The rotation.
    _id: str
    name: str
    # Its Monday.
    weekStart: str


class Leaderboard(TypedDict):
    """Estimators, ranked by how close they come to the estimates of the others."""

    # Everyone who saved an estimate in the period, best first.
    items: List[LeaderboardEntry]
    # The period.
    period: LeaderboardPeriod
    # Whether scores can still change much: fewer than four estimators were active, or the period is the current week
    # alone.
    provisional: bool
    # When it was computed. Estimates saved later are not included.
    asOf: str


class LeaderboardEntry(TypedDict):
    """An estimator on the leaderboard."""

    # The estimator.
    id: str
    # The person's name.
    name: str
    # Number of units assessed in the period.
    assessmentsCompleted: int
    # From 0 to 100, with one decimal.
    score: float
    # 1 is the best; equal scores share a rank.
    rank: int
    # The rank in the same period when last week ended: on last week's own leaderboard, for the current week. Absent
    # when the estimator was not on it.
    previousRank: NotRequired[int | None]
    # When the estimator last saved an estimate.
    lastActive: str


# The period.
LeaderboardPeriod: TypeAlias = Literal["all", "month", "week"]


class ListedChange(TypedDict):
    """The change of one resource by one request."""

    # When the record named here was changed.
    at: str
    # The user who made the change; null when the caller may not read who.
    actor: NotRequired[ChangedBy | None]
    # The resource.
    resource: str
    # The record that was changed, or the last one of them.
    record: ChangedRecord
    # What was done to it: `create`, `update`, `delete`, `restore`, or a verb of the resource.
    action: str
    # Its fields that differ.
    changed: List[str]
    # The record before; null for a creation.
    before: NotRequired[Json]
    # The record after; null for a deletion.
    after: NotRequired[Json]
    # The request; null for a change without a request, which is an entry of its own.
    requestId: NotRequired[str | None]
    # The number of records of the resource that the request changed, of those that meet the filter.
    count: int


class ListedChangePage(TypedDict):
    """One page of changes."""

    # The newest first.
    items: List[ListedChange]
    # The exact number of entries that match.
    total: int
    # The number of this page, from 1.
    page: int
    # How many entries a page has.
    limit: int
    # The number of pages.
    totalPages: int


class Look(TypedDict):
    """A record that the caller looks at."""

    # The resource of the record.
    resource: str
    # The identifier of the record.
    recordId: str


class Me(TypedDict):
    """The signed-in user, with roles and permissions."""

    # The user.
    user: Profile
    # The roles, at least one.
    roles: List[str]
    # The permissions, by resource, and what rules leave of them.
    permissions: List[ResourcePermission]
    # Whether a role requires two-step sign-in that this session lacks: nothing else is possible before. Absent
    # otherwise.
    secondStepDue: NotRequired[bool]
    # Whether entries of the inbox come by mail, too. Absent otherwise.
    inboxByMail: NotRequired[bool]
    # Who sees with the user's eyes, by `POST /api/auth/view-as`. Absent otherwise.
    viewedBy: NotRequired[ViewedBy | None]


class MentionableUsers(TypedDict):
    """The users whom a comment on a record may mention."""

    # The users, by name, at most 20.
    items: List[MentionedUser]


class MentionedUser(TypedDict):
    """A user who may read the record."""

    # The account.
    id: str
    # First and last name, when the user was mentioned.
    name: str


class MergeInto(TypedDict):
    """The record that others are merged into."""

    # Its identifier.
    into: str


# What completes a sign-in.
Method: TypeAlias = Literal["code", "passkey", "recovery-code"]


class Named(TypedDict):
    """A record of another resource, as it is shown inside one."""

    # Its identifier.
    _id: str
    # What it is called.
    name: str


class NeededPermission(TypedDict):
    """A permission that was missing, or whose rules do not allow it."""

    # The resource, or an area of the product.
    resource: str
    # What was to be done with it: `update`.
    action: str


class NewApp(TypedDict):
    """What an authenticator app needs to make codes."""

    # To be typed into the app, where it cannot read a QR code.
    secret: str
    # The content of the QR code.
    address: str


class NewPasskey(TypedDict):
    """A passkey that a browser has made."""

    # The ticket of the challenge.
    ticket: str
    # By which you know it again.
    name: str
    # The answer of the browser: the JSON form of a credential in WebAuthn.
    passkey: Dict[str, Json]


class NewToken(TypedDict):
    """A token that was just created."""

    # Send it as `Authorization: Bearer …`. It is shown only once.
    token: str
    # The identifier.
    _id: str
    # What the token is for.
    name: str
    # When the token was created.
    createdAt: str
    # When the token expires.
    expiresAt: str
    # When the token was last used, to the minute.
    lastUsedAt: NotRequired[str | None]
    # What the token may do. Without it, everything that its owner may do.
    permissions: NotRequired[List[Permission] | None]


# The signs in numbers.
NumberSigns: TypeAlias = Literal["point", "comma"]


class NumberedUnit(TypedDict):
    """A unit, as an estimate refers to it."""

    _id: str
    unitNumber: str


class OperationDiff(TypedDict):
    """The operations that a role would gain and lose."""

    # Identifiers of operations, and permissions that none needs such as `backoffice:enter`.
    gained: List[str]
    # Those that it has now.
    lost: List[str]


class Overview(TypedDict):
    """Key metrics."""

    # The Monday of this week in Asia/Dubai.
    week: str
    # The time of the data.
    asOf: str
    # The metrics, in display order.
    figures: List[OverviewMeasure]


class OverviewMeasure(TypedDict):
    """A metric of the overview."""

    # Its identifier.
    name: str
    # The name to show.
    label: str
    # What it is, in a plain sentence.
    description: str
    # The formula; empty for what the sentence says in full.
    formula: str
    # `AED per sq ft`, `%` (0.05 is 5 %); empty for a count.
    unit: str
    # Null when nothing could be computed.
    value: NotRequired[float | None]
    # The number of units, estimates or people that it is computed from.
    n: int
    # The total, for a count that is a part of it.
    of: NotRequired[int | None]
    # Its value at the beginning of the week, on Monday at midnight in Asia/Dubai; for counts of a week, the value of
    # the previous week. Null when it is unknown.
    previous: NotRequired[float | None]
    # The difference from that value.
    change: NotRequired[float | None]
    # The query string of the explorer that shows the details.
    explore: NotRequired[str | None]
    # The list of the counted records: its resource in this area, with the parameters of the list.
    list: NotRequired[str | None]


class OwnPasskey(TypedDict):
    """A passkey, as its owner sees it."""

    # The identifier.
    _id: str
    # By which its owner knows it again.
    name: str
    # When it was added.
    createdAt: str
    # When it was last used.
    lastUsedAt: NotRequired[str | None]


class OwnSettings(TypedDict):
    """What a user sets for themselves."""

    # Whether entries of the inbox come by mail, too.
    inboxByMail: bool


class PasskeyChallenge(TypedDict):
    """A challenge to passkeys."""

    # To be sent with the answer.
    ticket: str
    # What the browser takes: the JSON form of the options in WebAuthn.
    options: Dict[str, Json]


class PasskeyRequest(TypedDict, total=False):
    """A sign-in that a passkey is asked for."""

    # The ticket of the first step. Without it, the passkey signs in alone.
    ticket: str | None


class PasswordChange(TypedDict):
    """A change of one's own password."""

    # The password that you sign in with now.
    currentPassword: str
    # At least 8 characters.
    newPassword: str


class PasswordReset(TypedDict):
    """A password to set by a link."""

    # The token of the link.
    token: str
    # At least 8 characters.
    password: str


class Permission(TypedDict):
    """What the user may do with one resource."""

    # The resource, or an area of the product.
    resource: str
    # Actions such as `read`, `create`, `update`, `delete`; `enter` for an area.
    actions: List[str]


class PlannedProject(TypedDict):
    """A project for planning a week."""

    # The project.
    _id: str
    # The number of its units.
    units: int
    # The number of its units that enough estimators have assessed.
    covered: int
    # The latest scheduled rotation that the project is in, which may be in the future. Null without one.
    lastRotation: NotRequired[LastRotation | None]


class PolicyAccess(TypedDict):
    """What a role or a user may."""

    # The role; null for a user.
    role: NotRequired[str | None]
    # The user; null for a role.
    user: NotRequired[PolicyUser | None]
    # The roles that are given, and those that they inherit.
    roles: List[str]
    # What may be done with each resource, and by which rules.
    resources: List[ResourceRules]


class PolicyDiff(TypedDict):
    """What another policy would change."""

    # Whether some role could do or see more.
    widens: bool
    # The roles for which something changes.
    roles: List[RoleDiff]
    # The roles of the other policy that lift what others restrict.
    warnings: List[PolicyWarning]


class PolicyText(TypedDict):
    """A policy to compare with the one in force."""

    # The lines of a policy file, which would replace all lines in force.
    policy: str


class PolicyUser(TypedDict):
    """The user whose access it is."""

    _id: str
    # First and last name.
    name: str


class PolicyWarning(TypedDict):
    """A role that lifts what another one restricts, for users with both."""

    # The role whose rules restrict.
    restricts: str
    # The role that lifts it.
    lifts: str
    # The resource.
    resource: str
    # The warning as a sentence.
    text: str


class Problem(TypedDict):
    """An error response (RFC 9457)."""

    # `about:blank`: the status says what kind of problem it is. Or `urn:mizan:problem:confirmation`: the user must
    # confirm to be there, and the same request can then be repeated.
    type: str
    # The status in words.
    title: str
    # The HTTP status.
    status: int
    # The message for the user.
    detail: str
    # The invalid fields, or the invalid rows of a table.
    errors: NotRequired[ProblemErrors]
    # How the user can confirm to be there. Absent otherwise, and where only another sign-in helps.
    confirmBy: NotRequired[List[Confirmation]]
    # The permission that was missing, or whose rules did not allow it. Absent otherwise.
    permission: NotRequired[NeededPermission | None]
    # The identifier of the request, to quote in a report; also in the `X-Request-Id` header.
    requestId: str


# The validation errors of a [`Problem`].
ProblemErrors: TypeAlias = Union["List[FieldError]", "List[CellError]"]


class Profile(TypedDict):
    """The profile of the signed-in user."""

    # The account.
    id: str
    firstName: str
    lastName: str
    # Used to sign in.
    email: str
    # The web address of a profile picture.
    imageUrl: NotRequired[str | None]


class Project(TypedDict):
    """A project."""

    _id: str
    name: str
    developer: Named
    # The community or district.
    location: str
    # For example apartments, villas or townhouses.
    projectType: NotRequired[str | None]
    coordinates: NotRequired[Coordinates | None]
    description: NotRequired[str | None]
    # Number of units when the project is complete.
    totalUnits: NotRequired[int | None]
    # The actual or expected date of handover.
    completionDate: NotRequired[str | None]
    # For example a pool or a gym.
    amenities: List[str]
    # Pictures of the project, in the order in which they are shown.
    gallery: List[Image]
    # A film or a virtual tour.
    videoLink: NotRequired[str | None]
    # What sets it apart, such as a sea view or smart-home controls.
    features: List[str]
    # How many floors the building has.
    floors: NotRequired[int | None]
    # What is due when, as percentages of the price.
    paymentPlan: List[Instalment]
    # Mortgages and other ways to pay, as banks and the developer offer them.
    financing: NotRequired[str | None]
    createdAt: str
    updatedAt: str


class ProjectBulkDeleteBody(TypedDict, total=False):
    # The identifiers of the records. Either these, or `where`.
    projectIds: List[str]
    where: Where


ProjectBulkUpdateBody: TypeAlias = Union["ProjectBulkUpdateBodyWithUpdate", "ProjectBulkUpdateBodyWithChanges"]


class ProjectBulkUpdateBodyWithChanges(TypedDict):
    # A change of its own for each record.
    changes: List[ProjectBulkUpdateBodyWithChangesChange]


class ProjectBulkUpdateBodyWithChangesChange(TypedDict):
    # The identifier of the record.
    _id: str
    # The values of fields as they were read. The request is refused when one of them has changed since.
    was: NotRequired[Dict[str, Json]]
    update: ProjectPatch


class ProjectBulkUpdateBodyWithUpdate(TypedDict):
    # The identifiers of the records. Either these, or `where`.
    projectIds: NotRequired[List[str]]
    where: NotRequired[Where]
    update: ProjectPatch


class ProjectForEstimators(TypedDict):
    """A project with the caller's progress."""

    _id: str
    name: str
    developer: Named
    # The community or district.
    location: str
    # For example apartments, villas or townhouses.
    projectType: NotRequired[str | None]
    coordinates: NotRequired[Coordinates | None]
    description: NotRequired[str | None]
    # Number of units when the project is complete.
    totalUnits: NotRequired[int | None]
    # The actual or expected date of handover.
    completionDate: NotRequired[str | None]
    # For example a pool or a gym.
    amenities: List[str]
    # Pictures of the project, in the order in which they are shown.
    gallery: List[Image]
    # A film or a virtual tour.
    videoLink: NotRequired[str | None]
    # What sets it apart, such as a sea view or smart-home controls.
    features: List[str]
    # How many floors the building has.
    floors: NotRequired[int | None]
    # What is due when, as percentages of the price.
    paymentPlan: List[Instalment]
    # Mortgages and other ways to pay, as banks and the developer offer them.
    financing: NotRequired[str | None]
    createdAt: str
    updatedAt: str
    # Number of estimators who have assessed every unit.
    agentsCompletedCount: int
    # Number of units that the caller has assessed.
    completedUnitsCount: int
    # Number of units to assess.
    unitsCount: int
    # Whether the project is in this week's rotation.
    isThisWeek: bool


class ProjectForEstimatorsPage(TypedDict):
    """One page of projects."""

    # The projects of this page; none when the page is past the end.
    items: List[ProjectForEstimators]
    # How many projects match in all, exactly.
    total: int
    # The number of this page, from 1.
    page: int
    # How many projects a page has.
    limit: int
    # How many pages there are.
    totalPages: int


class ProjectInput(TypedDict):
    """A project as it is written."""

    name: str
    developer: DeveloperLink
    # The community or district.
    location: str
    # For example apartments, villas or townhouses.
    projectType: NotRequired[str | None]
    coordinates: NotRequired[Coordinates | None]
    description: NotRequired[str | None]
    # Number of units when the project is complete.
    totalUnits: NotRequired[int | None]
    # The actual or expected date of handover.
    completionDate: NotRequired[str | None]
    # For example a pool or a gym.
    amenities: NotRequired[List[str]]
    # Pictures of the project, in the order in which they are shown.
    gallery: NotRequired[List[Image]]
    # A film or a virtual tour.
    videoLink: NotRequired[str | None]
    # What sets it apart, such as a sea view or smart-home controls.
    features: NotRequired[List[str]]
    # How many floors the building has.
    floors: NotRequired[int | None]
    # What is due when, as percentages of the price.
    paymentPlan: NotRequired[List[Instalment]]
    # Mortgages and other ways to pay, as banks and the developer offer them.
    financing: NotRequired[str | None]


class ProjectPage(TypedDict):
    """One page of projects."""

    items: List[Project]
    # How many records match in all, exactly.
    total: int
    # The number of this page, from 1.
    page: int
    # How many records a page has.
    limit: int
    # How many pages there are.
    totalPages: int


class ProjectPatch(TypedDict, total=False):
    """The fields to change. What is left out stays as it is; null removes a value that may be missing."""

    name: str
    developer: DeveloperLink
    # The community or district.
    location: str
    # For example apartments, villas or townhouses.
    projectType: str | None
    coordinates: Coordinates | None
    description: str | None
    # Number of units when the project is complete.
    totalUnits: int | None
    # The actual or expected date of handover.
    completionDate: str | None
    # For example a pool or a gym.
    amenities: List[str]
    # Pictures of the project, in the order in which they are shown.
    gallery: List[Image]
    # A film or a virtual tour.
    videoLink: str | None
    # What sets it apart, such as a sea view or smart-home controls.
    features: List[str]
    # How many floors the building has.
    floors: int | None
    # What is due when, as percentages of the price.
    paymentPlan: List[Instalment]
    # Mortgages and other ways to pay, as banks and the developer offer them.
    financing: str | None


class ProjectWithUnits(TypedDict):
    """A project and its units."""

    _id: str
    name: str
    developer: Named
    # The community or district.
    location: str
    # For example apartments, villas or townhouses.
    projectType: NotRequired[str | None]
    coordinates: NotRequired[Coordinates | None]
    description: NotRequired[str | None]
    # Number of units when the project is complete.
    totalUnits: NotRequired[int | None]
    # The actual or expected date of handover.
    completionDate: NotRequired[str | None]
    # For example a pool or a gym.
    amenities: List[str]
    # Pictures of the project, in the order in which they are shown.
    gallery: List[Image]
    # A film or a virtual tour.
    videoLink: NotRequired[str | None]
    # What sets it apart, such as a sea view or smart-home controls.
    features: List[str]
    # How many floors the building has.
    floors: NotRequired[int | None]
    # What is due when, as percentages of the price.
    paymentPlan: List[Instalment]
    # Mortgages and other ways to pay, as banks and the developer offer them.
    financing: NotRequired[str | None]
    createdAt: str
    updatedAt: str
    # The units, in natural order of their numbers.
    units: List[Unit]


class ProjectWithUnitsForEstimators(TypedDict):
    """A project and its units, as estimators see them."""

    _id: str
    name: str
    developer: Named
    # The community or district.
    location: str
    # For example apartments, villas or townhouses.
    projectType: NotRequired[str | None]
    coordinates: NotRequired[Coordinates | None]
    description: NotRequired[str | None]
    # Number of units when the project is complete.
    totalUnits: NotRequired[int | None]
    # The actual or expected date of handover.
    completionDate: NotRequired[str | None]
    # For example a pool or a gym.
    amenities: List[str]
    # Pictures of the project, in the order in which they are shown.
    gallery: List[Image]
    # A film or a virtual tour.
    videoLink: NotRequired[str | None]
    # What sets it apart, such as a sea view or smart-home controls.
    features: List[str]
    # How many floors the building has.
    floors: NotRequired[int | None]
    # What is due when, as percentages of the price.
    paymentPlan: List[Instalment]
    # Mortgages and other ways to pay, as banks and the developer offer them.
    financing: NotRequired[str | None]
    createdAt: str
    updatedAt: str
    # The units, in natural order of their numbers.
    units: List[UnitForEstimators]


class ProofInput(TypedDict, total=False):
    """A proof that the user is there."""

    # The password that you sign in with.
    currentPassword: str | None
    # The six digits that the authenticator app shows.
    code: str | None
    # The ticket of the challenge to a passkey.
    ticket: str | None
    # The answer of a passkey: the JSON form of a credential in WebAuthn.
    passkey: Dict[str, Json] | None


class QuotedLine(TypedDict):
    """A line as it is quoted."""

    # The file: a path, or `Policy of module units`.
    file: str
    # The number of the line in it.
    line: int
    # The line.
    text: str


class Received(TypedDict):
    """The answer to a join request."""

    # Always `received`.
    status: str


class RecordComment(TypedDict):
    """A comment on a record."""

    # The identifier.
    _id: str
    # What it says.
    text: str
    # The users whom it mentions, without those whom the reader may not read.
    mentions: List[MentionedUser]
    # Who wrote it; null when the reader may not read who.
    by: NotRequired[ChangedBy | None]
    # When it was written.
    createdAt: str
    # When it was edited last; null when it never was.
    editedAt: NotRequired[str | None]


class RecordCommentInput(TypedDict):
    """A new comment."""

    # What it says.
    text: str
    # The users whom it mentions, who may read the record.
    mentions: NotRequired[List[str]]


class RecordCommentPage(TypedDict):
    """One page of comments on a record."""

    items: List[RecordComment]
    # How many records match in all, exactly.
    total: int
    # The number of this page, from 1.
    page: int
    # How many records a page has.
    limit: int
    # How many pages there are.
    totalPages: int


class RecordCommentPatch(TypedDict, total=False):
    """Changes of a comment."""

    # What it says.
    text: str
    # The users whom it mentions, who may read the record.
    mentions: List[str]


class RecordFile(TypedDict):
    """A file of a record."""

    # The identifier.
    _id: str
    # The name to save it under.
    name: str
    # The media type, by its content.
    type: str
    # The number of bytes.
    size: int
    # Who attached it; null when the reader may not read who.
    by: NotRequired[ChangedBy | None]
    # When it was attached.
    createdAt: str
    # When it was deleted; absent while it can be read.
    deletedAt: NotRequired[str | None]
    # Who deleted it; absent while it can be read, and when the reader may not read who.
    deletedBy: NotRequired[ChangedBy | None]


class RecordFilePage(TypedDict):
    """One page of files of a record."""

    items: List[RecordFile]
    # How many records match in all, exactly.
    total: int
    # The number of this page, from 1.
    page: int
    # How many records a page has.
    limit: int
    # How many pages there are.
    totalPages: int


class RecoveryCodes(TypedDict):
    """New recovery codes."""

    # Each completes one sign-in. They are shown only once. None when there are some already.
    recoveryCodes: List[str]


class RefusedRecord(TypedDict):
    """A record that a verb was refused for."""

    # The record.
    _id: str
    # Its title; absent when there is no such record.
    title: NotRequired[str | None]
    # The HTTP status that the verb has for this record alone.
    status: int
    # The message for the user.
    detail: str


class RemoveProject(TypedDict):
    """A project to remove from a rotation."""

    # The project.
    projectId: str


# What to do with rows that mean the same record.
Repeated: TypeAlias = Literal["error", "first", "last"]


class ResourcePermission(TypedDict):
    """What the user may do with one resource, and what rules leave of it."""

    # The resource, or an area of the product.
    resource: str
    # Actions such as `read`, `create`, `update`, `delete`; `enter` for an area.
    actions: List[str]
    # Of each action, whether it is allowed with all records.
    rows: Dict[str, RowsAllowed]
    # The fields that the user sees of no record.
    hidden: List[str]
    # The fields that are null in every record, and named in its `masked`.
    masked: List[str]
    # The fields that the user sees of some records and may change of none.
    readonly: List[str]


class ResourceRules(TypedDict):
    """What may be done with a resource, and by which rules."""

    # The resource, or an area of the product.
    resource: str
    # Actions such as `read`, `create`, `update`, `delete`; `enter` for an area.
    actions: List[str]
    # Of each action, whether it is allowed with all records.
    rows: Dict[str, RowsAllowed]
    # The fields that the user sees of no record.
    hidden: List[str]
    # The fields that are null in every record, and named in its `masked`.
    masked: List[str]
    # The fields that the user sees of some records and may change of none.
    readonly: List[str]
    # The lines of the policy that narrow it, in their order.
    rules: List[RuleOfRole]


class Restore(TypedDict):
    """The version to restore."""

    # The number of the version in the history.
    version: int


class Revision(TypedDict):
    """One version of a record."""

    # The number of the version; 1 is the creation.
    version: int
    # `create`, `update`, `delete`, `restore`, or a verb of the resource's own.
    action: str
    # When the change was made.
    at: str
    # Who made the change; null when the reader may not read who.
    actor: NotRequired[ChangedBy | None]
    # The request, as its answer named it in `X-Request-Id`. An import at the command line has an identifier of its own;
    # none for what else is done there, for what visitors do and for what signing in changes.
    request: NotRequired[str | None]
    # The record before; null for a creation.
    before: NotRequired[Json]
    # The record after; null for a deletion.
    after: NotRequired[Json]
    # The fields that differ.
    changed: List[str]


class RevisionPage(TypedDict):
    """One page of versions."""

    items: List[Revision]
    # How many records match in all, exactly.
    total: int
    # The number of this page, from 1.
    page: int
    # How many records a page has.
    limit: int
    # How many pages there are.
    totalPages: int


class RoleDiff(TypedDict):
    """What would change for one role."""

    # The role.
    role: str
    # The operations.
    operations: OperationDiff
    # The records that its users could read, or no more.
    rows: List[RowDiff]
    # The records with which its users could do other actions, or no more, where these are not the same.
    rowsOfActions: List[ActionRowDiff]
    # The fields.
    fields: List[FieldChange]


class Rotation(TypedDict):
    """A weekly rotation."""

    _id: str
    name: str
    # A Monday. Without a date, the rotation is not scheduled yet.
    weekStart: NotRequired[str | None]
    # The projects to assess, in this order.
    projects: List[Named]
    createdAt: str
    updatedAt: str


class RotationInput(TypedDict):
    """A weekly rotation as it is written."""

    name: str
    # A Monday. Without a date, the rotation is not scheduled yet.
    weekStart: NotRequired[str | None]
    # At most 10 projects.
    projectIds: NotRequired[List[str]]


class RotationPage(TypedDict):
    """One page of weekly rotations."""

    items: List[Rotation]
    # How many records match in all, exactly.
    total: int
    # The number of this page, from 1.
    page: int
    # How many records a page has.
    limit: int
    # How many pages there are.
    totalPages: int


class RotationPatch(TypedDict, total=False):
    """The fields to change. What is left out stays as it is; null removes a value that may be missing."""

    name: str
    # A Monday. Without a date, the rotation is not scheduled yet.
    weekStart: str | None
    # At most 10 projects.
    projectIds: List[str]


class RotationPlanning(TypedDict):
    """What is known of projects for planning a week."""

    # The requested projects, in the order of the request.
    items: List[PlannedProject]


class RowCorrection(TypedDict):
    """A correction of a row."""

    # The fields to correct, by the names that they have in the record.
    after: Dict[str, Json]


class RowDiff(TypedDict):
    """The records of a resource that a role would gain and lose."""

    # The resource.
    resource: str
    # The records that its users could read.
    gained: CountedRecords
    # The records that they could read no more.
    lost: CountedRecords


class RowRecord(TypedDict):
    """The record of a row."""

    # The identifier.
    _id: str
    # Its title before the change; of a new one after it.
    title: str


# With which records an action is allowed.
RowsAllowed: TypeAlias = Literal["all", "some"]


class RuleOfRole(TypedDict):
    """A line that narrows what a role may do."""

    # The role.
    role: str
    # The file: a path, or `Policy of module units`.
    file: str
    # The number of the line in it.
    line: int
    # The line.
    text: str


class SavedAssessment(TypedDict):
    """One of the caller's own estimates, as it was just saved."""

    _id: str
    unit: NumberedUnit
    projectId: str
    unitId: str
    # Estimated rent for one year.
    estimatedYearlyRentInAED: int
    # Expected change of the price within a year.
    estimatedCapitalAppreciationPercentage: float
    # How certain the estimator is, from 0 to 100.
    confidenceScore: float
    # When the estimator first saved an estimate for the unit.
    createdAt: str
    # When the current estimate was saved.
    updatedAt: str
    # The position of the estimate among those of other estimators for the unit: the difference between its step of
    # rents and that of their median. Each step ends at 1.5 times its lower bound. Absent while fewer than three others
    # have estimated the unit.
    standing: NotRequired[SavedAssessmentStanding | None]


SavedAssessmentStanding: TypeAlias = Literal["muchLower", "lower", "same", "higher", "muchHigher"]


class SavedBy(TypedDict):
    """The user who saved it."""

    # The account.
    id: str
    # First and last name.
    name: str


class SavedFilter(TypedDict):
    """A saved filter."""

    # The identifier.
    id: str
    # The resource whose list the filter is for.
    resource: str
    name: str
    # What the filter is for.
    description: NotRequired[str | None]
    # The name of its icon.
    icon: NotRequired[str | None]
    # The conditions.
    filterState: FilterGroup
    # Whether your list opens with this filter.
    isDefault: bool
    # Whether others can use this filter.
    shared: bool
    # Whether you saved this filter. Only its owner can change or delete it.
    own: bool
    # The user who saved the filter; null for one whom you may not read.
    owner: NotRequired[SavedBy | None]


class SavedFilterInput(TypedDict):
    """A filter to save."""

    # The resource whose list the filter is for. It cannot be changed later.
    resource: str
    name: str
    # What the filter is for.
    description: NotRequired[str | None]
    # The name of an icon.
    icon: NotRequired[str | None]
    # The conditions, by the filter definitions of the resource.
    filterState: FilterGroup
    # Whether your list opens with this filter. It replaces your former default.
    isDefault: NotRequired[bool]
    # Whether others can use this filter.
    shared: NotRequired[bool]


class SavedFilterPatch(TypedDict, total=False):
    """The fields to change. What is left out stays as it is; null removes a value that may be missing."""

    name: str
    # What the filter is for.
    description: str | None
    # The name of an icon.
    icon: str | None
    # The conditions, by the filter definitions of the resource.
    filterState: FilterGroup
    # Whether your list opens with this filter. It replaces your former default.
    isDefault: bool
    # Whether others can use this filter.
    shared: bool


class SavedMapping(TypedDict):
    """A saved mapping."""

    # The identifier.
    id: str
    # The resource that tables are imported into.
    resource: str
    name: str
    # What the mapping is for.
    description: NotRequired[str | None]
    # How a table is imported.
    mapping: ImportChoices
    # Whether your imports begin with this mapping.
    isDefault: bool
    # Whether others can use this mapping.
    shared: bool
    # Whether you saved this mapping. Only its owner can change or delete it.
    own: bool
    # The user who saved the mapping; null for one whom you may not read.
    owner: NotRequired[SavedBy | None]


class SavedMappingInput(TypedDict):
    """A mapping to save."""

    # The resource that tables are imported into. It cannot be changed later.
    resource: str
    name: str
    # What the mapping is for.
    description: NotRequired[str | None]
    # How a table is imported.
    mapping: ImportChoices
    # Whether your imports begin with this mapping. It replaces your former default.
    isDefault: NotRequired[bool]
    # Whether others can use this mapping.
    shared: NotRequired[bool]


class SavedMappingPatch(TypedDict, total=False):
    """The fields to change. What is left out stays as it is; null removes a value that may be missing."""

    name: str
    # What the mapping is for.
    description: str | None
    # How a table is imported.
    mapping: ImportChoices
    # Whether your imports begin with this mapping. It replaces your former default.
    isDefault: bool
    # Whether others can use this mapping.
    shared: bool


class SavedView(TypedDict):
    """A saved view."""

    # The identifier.
    id: str
    name: str
    # What the view shows.
    description: NotRequired[str | None]
    # The query string of the explorer.
    view: str
    # Whether the explorer opens with this view.
    isDefault: bool
    # Whether others can use this view.
    shared: bool
    # Whether it is on the index: your own, and, when it is shared, everyone's.
    onIndex: bool
    # Whether you saved this view. Only its owner can change or delete it.
    own: bool
    # The user who saved the view; null for one whom you may not read.
    owner: NotRequired[SavedBy | None]


class SavedViewInput(TypedDict):
    """A view to save."""

    name: str
    # What the view shows.
    description: NotRequired[str | None]
    # The query string of the explorer, as in its address.
    view: str
    # Whether the explorer opens with this view. It replaces your former default.
    isDefault: NotRequired[bool]
    # Whether others can use this view.
    shared: NotRequired[bool]
    # Whether it is on the index.
    onIndex: NotRequired[bool]


class SavedViewPatch(TypedDict, total=False):
    """The fields to change. What is left out stays as it is; null removes a value that may be missing."""

    name: str
    # What the view shows.
    description: str | None
    # The query string of the explorer, as in its address.
    view: str
    # Whether the explorer opens with this view. It replaces your former default.
    isDefault: bool
    # Whether others can use this view.
    shared: bool
    # Whether it is on the index.
    onIndex: bool


class Schedule(TypedDict):
    """A time of the week, in the product's time zone."""

    # The day of the week, 1 for Monday to 7 for Sunday; every day without one.
    weekday: NotRequired[int | None]
    # The time of the day: `08:30`.
    time: str


class SecondFactors(TypedDict):
    """One's own second factors."""

    # Whether one of your roles requires two-step sign-in.
    required: bool
    # Whether a change requires your password: you signed in more than ten minutes ago.
    passwordNeeded: bool
    # The authenticator app.
    app: NotRequired[AuthenticatorApp | None]
    # The passkeys, the oldest first.
    passkeys: List[OwnPasskey]
    # The address at which passkeys can be used. Absent when the public URL allows none.
    passkeyOrigin: NotRequired[str | None]
    # How many recovery codes have not been used.
    recoveryCodesLeft: int


class SecondStep(TypedDict):
    """The second step of a sign-in."""

    # The ticket of the first step.
    ticket: str
    # The six digits that the authenticator app shows.
    code: NotRequired[str | None]
    # The answer of a passkey: the JSON form of a credential in WebAuthn.
    passkey: NotRequired[Dict[str, Json] | None]
    # A recovery code, which is used up by it.
    recoveryCode: NotRequired[str | None]


class SecondStepDue(TypedDict):
    """A sign-in that needs a second step. There is no session yet."""

    # To be sent with the second step. It completes one sign-in.
    ticket: str
    # What can complete the sign-in, at least one.
    methods: List[Method]
    # How many seconds the ticket is valid.
    expiresIn: int


# What separates the cells of a line.
Separator: TypeAlias = Literal["comma", "semicolon", "tab", "bar"]


class SetPassword(TypedDict):
    """A new password for a user."""

    # At least 8 characters.
    password: str


class SignIn(TypedDict):
    """The credentials to sign in with."""

    # The email, in any case.
    email: str
    # The password, as typed.
    password: str


class SignedIn(TypedDict):
    """An access token, and the signed-in user."""

    # To be sent as `Authorization: Bearer …`.
    accessToken: str
    # Always `Bearer`.
    tokenType: str
    # How many seconds the token is valid.
    expiresIn: int
    # The signed-in user.
    user: SignedInUser


class SignedInUser(TypedDict):
    """The signed-in user, with roles."""

    # The account.
    id: str
    firstName: str
    lastName: str
    # Used to sign in.
    email: str
    # The web address of a profile picture.
    imageUrl: NotRequired[str | None]
    # The roles, at least one.
    roles: List[str]


class SkippedRow(TypedDict):
    """A row that was skipped."""

    # The physical line where the row starts, counted from 1.
    line: int
    # Why it was skipped, as a sentence.
    reason: str


class SubmissionInput(TypedDict):
    """Estimates for units of one project that are saved together."""

    # The project of all these units.
    projectId: str
    # The estimates, one for each unit.
    assessments: List[SubmittedAssessment]


class SubmittedAssessment(TypedDict):
    """One of several estimates that are saved together."""

    unitId: str
    # The unit's project; when given, the same as that of the submission.
    projectId: NotRequired[str | None]
    # Estimated rent for one year.
    estimatedYearlyRentInAED: int
    # Expected change of the price within a year.
    estimatedCapitalAppreciationPercentage: float
    # How certain the estimator is, from 0 to 100.
    confidenceScore: float
    # How the estimate was entered.
    entry: NotRequired[Entry | None]


class Subscription(TypedDict):
    """A subscription."""

    # The identifier.
    _id: str
    # When mails are sent; null for an alert.
    schedule: NotRequired[Schedule | None]
    # The bound of an alert; null otherwise.
    when: NotRequired[Bound | None]
    # What a mail holds.
    format: SubscriptionFormat
    # When it was made.
    createdAt: str
    # When the latest mail was made.
    lastAt: NotRequired[str | None]


SubscriptionFormat: TypeAlias = Literal["html", "xlsx"]


class SubscriptionInput(TypedDict):
    """A subscription to make: at a time, or when a count crosses a bound."""

    # When mails are sent.
    schedule: NotRequired[Schedule | None]
    # Or: the bound that the count crosses. One mail is sent until it has crossed back.
    when: NotRequired[Bound | None]
    # What a mail holds.
    format: SubscriptionFormat


class SubscriptionPage(TypedDict):
    """A page of subscriptions."""

    # The newest first.
    items: List[Subscription]
    # The exact number of subscriptions.
    total: int
    # The number of this page, from 1.
    page: int
    # How many subscriptions a page has.
    limit: int
    # The number of pages.
    totalPages: int


class Token(TypedDict):
    """An API token, as its owner sees it."""

    # The identifier.
    _id: str
    # What the token is for.
    name: str
    # When the token was created.
    createdAt: str
    # When the token expires.
    expiresAt: str
    # When the token was last used, to the minute.
    lastUsedAt: NotRequired[str | None]
    # What the token may do. Without it, everything that its owner may do.
    permissions: NotRequired[List[Permission] | None]


class TokenInput(TypedDict):
    """A token to create."""

    # What the token is for.
    name: str
    # At most one year from now.
    expiresAt: str
    # What the token may do. Without it, everything that you may do.
    permissions: NotRequired[List[Permission] | None]
    # Your password. Needed if you signed in more than ten minutes ago.
    currentPassword: NotRequired[str | None]


class UndoRequest(TypedDict):
    """The request to undo."""

    # The identifier of the request, as its answer has it in `X-Request-Id` and the history of its records in `request`.
    requestId: str


class Undone(TypedDict):
    """The result of an undo."""

    # Number of records that are as they were before the request.
    undone: int


class Unit(TypedDict):
    """A unit."""

    _id: str
    # Unique within the project.
    unitNumber: str
    # Whether it is available, reserved or taken.
    status: UnitStatus
    project: Named
    developer: Named
    # 0 for a studio.
    bedrooms: int
    floor: NotRequired[int | None]
    # Includes the balcony area.
    totalAreaInSqFt: float
    # Part of the total area.
    balconyAreaInSqFt: NotRequired[float | None]
    view: NotRequired[str | None]
    purchasePriceInAED: int
    # The listed rent for one year.
    yearlyRentInAED: int
    # Billed yearly on the total area.
    serviceChargesPerSqFt: float
    # Amenities of this unit only, for example a maid's room.
    amenities: List[str]
    createdAt: str
    updatedAt: str


class UnitBulkDeleteBody(TypedDict, total=False):
    # The identifiers of the records. Either these, or `where`.
    unitIds: List[str]
    where: Where


UnitBulkUpdateBody: TypeAlias = Union["UnitBulkUpdateBodyWithUpdate", "UnitBulkUpdateBodyWithChanges"]


class UnitBulkUpdateBodyWithChanges(TypedDict):
    # A change of its own for each record.
    changes: List[UnitBulkUpdateBodyWithChangesChange]


class UnitBulkUpdateBodyWithChangesChange(TypedDict):
    # The identifier of the record.
    _id: str
    # The values of fields as they were read. The request is refused when one of them has changed since.
    was: NotRequired[Dict[str, Json]]
    update: UnitPatch


class UnitBulkUpdateBodyWithUpdate(TypedDict):
    # The identifiers of the records. Either these, or `where`.
    unitIds: NotRequired[List[str]]
    where: NotRequired[Where]
    update: UnitPatch


class UnitForEstimators(TypedDict):
    """A unit, as estimators see it: without the listed rent, which is not shown before the estimator has saved an
    estimate.
    """

    _id: str
    unitNumber: str
    project: Named
    developer: Named
    # 0 for a studio.
    bedrooms: int
    floor: NotRequired[int | None]
    # Includes the balcony area.
    totalAreaInSqFt: float
    # Part of the total area.
    balconyAreaInSqFt: NotRequired[float | None]
    view: NotRequired[str | None]
    purchasePriceInAED: int
    # Billed yearly on the total area.
    serviceChargesPerSqFt: float
    # Of this unit alone, for example a maid's room.
    amenities: List[str]
    # Whether it is available, reserved or taken.
    status: UnitStatus
    # The value that the percentage buttons start from when the field is empty and no unit before this one has been
    # assessed: the listed rent, where the unit has one. Do not show it.
    percentageBaseInAED: int


class UnitInput(TypedDict):
    """A unit as it is written."""

    # Unique within the project.
    unitNumber: str
    # Whether it is available, reserved or taken.
    status: NotRequired[UnitStatus]
    projectId: str
    developerId: str
    # 0 for a studio.
    bedrooms: NotRequired[int]
    floor: NotRequired[int | None]
    # Includes the balcony area.
    totalAreaInSqFt: float
    # Part of the total area.
    balconyAreaInSqFt: NotRequired[float | None]
    view: NotRequired[str | None]
    purchasePriceInAED: int
    # The listed rent for one year.
    yearlyRentInAED: int
    # Billed yearly on the total area.
    serviceChargesPerSqFt: float
    # Amenities of this unit only, for example a maid's room.
    amenities: NotRequired[List[str]]


class UnitPage(TypedDict):
    """One page of units."""

    items: List[Unit]
    # How many records match in all, exactly.
    total: int
    # The number of this page, from 1.
    page: int
    # How many records a page has.
    limit: int
    # How many pages there are.
    totalPages: int


class UnitPatch(TypedDict, total=False):
    """The fields to change. What is left out stays as it is; null removes a value that may be missing."""

    # Unique within the project.
    unitNumber: str
    # Whether it is available, reserved or taken.
    status: UnitStatus
    projectId: str
    developerId: str
    # 0 for a studio.
    bedrooms: int
    floor: int | None
    # Includes the balcony area.
    totalAreaInSqFt: float
    # Part of the total area.
    balconyAreaInSqFt: float | None
    view: str | None
    purchasePriceInAED: int
    # The listed rent for one year.
    yearlyRentInAED: int
    # Billed yearly on the total area.
    serviceChargesPerSqFt: float
    # Amenities of this unit only, for example a maid's room.
    amenities: List[str]


UnitStatus: TypeAlias = Literal["available", "sold", "rented", "reserved"]


class UploadedImage(TypedDict):
    """An image that has been uploaded, as a record takes it."""

    # The name by which records refer to it.
    file: str
    # Its width in pixels.
    width: int
    # Its height in pixels.
    height: int


class User(TypedDict):
    """A user."""

    id: str
    firstName: str
    lastName: str
    # Used to sign in.
    email: str
    # The web address of a profile picture.
    imageUrl: NotRequired[str | None]
    # A locked user cannot sign in.
    locked: bool
    # What the user can see and do.
    roles: List[UserRole]
    # What rules compare with: which records the user works on, for example.
    attributes: NotRequired[UserAttributes]
    # For one day after this was allowed, a sign-in through an identity provider with this e-mail is linked to the user.
    linkAllowed: bool
    createdAt: str
    updatedAt: str


class UserAttributes(TypedDict, total=False):
    """What rules compare with: which records the user works on, for example."""

    projects: List[str]


class UserBulkLockBody(TypedDict, total=False):
    # The identifiers of the records. Either these, or `where`.
    userIds: List[str]
    where: Where


class UserBulkUnlockBody(TypedDict, total=False):
    # The identifiers of the records. Either these, or `where`.
    userIds: List[str]
    where: Where


UserBulkUpdateBody: TypeAlias = Union["UserBulkUpdateBodyWithUpdate", "UserBulkUpdateBodyWithChanges"]


class UserBulkUpdateBodyWithChanges(TypedDict):
    # A change of its own for each record.
    changes: List[UserBulkUpdateBodyWithChangesChange]


class UserBulkUpdateBodyWithChangesChange(TypedDict):
    # The identifier of the record.
    _id: str
    # The values of fields as they were read. The request is refused when one of them has changed since.
    was: NotRequired[Dict[str, Json]]
    update: UserPatch


class UserBulkUpdateBodyWithUpdate(TypedDict):
    # The identifiers of the records. Either these, or `where`.
    userIds: NotRequired[List[str]]
    where: NotRequired[Where]
    update: UserPatch


class UserInput(TypedDict):
    """A user to be created."""

    firstName: str
    lastName: NotRequired[str | None]
    # Used to sign in. It cannot be changed later.
    email: str
    # At least 8 characters.
    password: str
    # What the user can see and do.
    roles: List[UserRole]
    # What rules compare with: which records the user works on, for example.
    attributes: NotRequired[UserInputAttributes]


class UserInputAttributes(TypedDict, total=False):
    """What rules compare with: which records the user works on, for example."""

    projects: List[str]


class UserPage(TypedDict):
    """One page of users."""

    items: List[User]
    # How many records match in all, exactly.
    total: int
    # The number of this page, from 1.
    page: int
    # How many records a page has.
    limit: int
    # How many pages there are.
    totalPages: int


class UserPatch(TypedDict, total=False):
    """The fields to change. What is left out stays as it is; null removes a value that may be missing."""

    firstName: str
    lastName: str | None
    # What the user can see and do.
    roles: List[UserRole]
    # What rules compare with: which records the user works on, for example.
    attributes: UserPatchAttributes


class UserPatchAttributes(TypedDict, total=False):
    """What rules compare with: which records the user works on, for example."""

    projects: List[str]


UserRole: TypeAlias = Literal["admin", "analytics", "broker", "estimations", "user"]


class ValueCount(TypedDict):
    """How many records have a value."""

    # The value as the record has it, for a reference the identifier of the record referred to; null when there is none.
    value: str | bool | None
    # The name of the record referred to.
    label: NotRequired[str | None]
    # How many records have it.
    count: int


class ViewAs(TypedDict):
    """Whom to view as."""

    # The user whose eyes to see with.
    userId: str


class ViewToken(TypedDict):
    """An access token of another user's eyes."""

    # To be sent as `Authorization: Bearer …`. Every request but `GET` and `HEAD` is refused with it.
    accessToken: str
    # How many seconds the token is valid.
    expiresIn: int


class ViewedBy(TypedDict):
    """The user who views as another one."""

    # The account.
    _id: str
    # First and last name.
    name: str


class Viewer(TypedDict):
    """A user who looks at a record."""

    _id: str
    name: str


class Viewers(TypedDict):
    """Who else looks at the record."""

    # The others, by name; without those whom the caller may not read.
    items: List[Viewer]


class Way(TypedDict):
    """An identity provider."""

    # Its identifier in URLs.
    id: str
    # The name to show.
    name: str


class WaysIn(TypedDict):
    """The ways to sign in."""

    # Whether email and password can be used.
    password: bool
    # The identity providers.
    providers: List[Way]
    # The address at which a passkey alone signs in. Absent when the public URL allows none.
    passkeyOrigin: NotRequired[str | None]


class Webhook(TypedDict):
    """A webhook."""

    _id: str
    # Where messages are sent.
    url: str
    # What is sent.
    events: List[WebhookEvent]
    # What happens while it is not active is not sent later.
    active: bool
    # What it is for.
    description: NotRequired[str | None]
    # Created.
    createdAt: str
    # Updated.
    updatedAt: str


class WebhookBulkDeleteBody(TypedDict, total=False):
    # The identifiers of the records. Either these, or `where`.
    webhookIds: List[str]
    where: Where


WebhookBulkUpdateBody: TypeAlias = Union["WebhookBulkUpdateBodyWithUpdate", "WebhookBulkUpdateBodyWithChanges"]


class WebhookBulkUpdateBodyWithChanges(TypedDict):
    # A change of its own for each record.
    changes: List[WebhookBulkUpdateBodyWithChangesChange]


class WebhookBulkUpdateBodyWithChangesChange(TypedDict):
    # The identifier of the record.
    _id: str
    # The values of fields as they were read. The request is refused when one of them has changed since.
    was: NotRequired[Dict[str, Json]]
    update: WebhookPatch


class WebhookBulkUpdateBodyWithUpdate(TypedDict):
    # The identifiers of the records. Either these, or `where`.
    webhookIds: NotRequired[List[str]]
    where: NotRequired[Where]
    update: WebhookPatch


class WebhookDelivery(TypedDict):
    """A message to a webhook, and what has become of it."""

    # The identifier, which the message has in `webhook-id`.
    _id: str
    # The type of the event: `units.updated`.
    event: str
    # The resource of the record.
    resource: str
    # The record.
    recordId: str
    # The title that the record had then; null when the caller may not read it.
    title: NotRequired[str | None]
    # What has become of it.
    state: WebhookDeliveryState
    # How often it was sent.
    attempts: int
    # When it was sent last.
    lastAt: NotRequired[str | None]
    # The status of the last answer.
    lastStatus: NotRequired[int | None]
    # Why it was not accepted.
    lastError: NotRequired[str | None]
    # When it is sent again.
    nextAt: NotRequired[str | None]
    # When it was made.
    createdAt: str


class WebhookDeliveryPage(TypedDict):
    """A page of deliveries."""

    # The newest first.
    items: List[WebhookDelivery]
    # The exact number of deliveries that match.
    total: int
    # The number of this page, from 1.
    page: int
    # How many deliveries a page has.
    limit: int
    # The number of pages.
    totalPages: int


WebhookDeliveryState: TypeAlias = Literal["pending", "delivered", "failed"]


WebhookEvent: TypeAlias = Literal[
    "*",
    "users.created",
    "users.updated",
    "users.deleted",
    "users.*",
    "join-requests.created",
    "join-requests.updated",
    "join-requests.deleted",
    "join-requests.*",
    "companies.created",
    "companies.updated",
    "companies.deleted",
    "companies.*",
    "developers.created",
    "developers.updated",
    "developers.deleted",
    "developers.*",
    "projects.created",
    "projects.updated",
    "projects.deleted",
    "projects.*",
    "units.created",
    "units.updated",
    "units.deleted",
    "units.*",
    "rotations.created",
    "rotations.updated",
    "rotations.deleted",
    "rotations.*",
    "estimations.created",
    "estimations.updated",
    "estimations.deleted",
    "estimations.*",
    "flags.created",
    "flags.updated",
    "flags.deleted",
    "flags.*",
    "webhooks.created",
    "webhooks.updated",
    "webhooks.deleted",
    "webhooks.*",
]


class WebhookInput(TypedDict):
    """A webhook to be created."""

    # Begins with https://; http:// on this machine only.
    url: str
    # `units.updated`, `units.*` for all that happens to units, `*` for everything.
    events: List[WebhookEvent]
    # What its messages are signed with: `whsec_` and 24 to 64 random bytes in Base64. It is never shown, and random if
    # it is absent.
    secret: NotRequired[str | None]
    # What happens while it is not active is not sent later.
    active: NotRequired[bool]
    # What it is for.
    description: NotRequired[str | None]


class WebhookPage(TypedDict):
    """One page of webhooks."""

    items: List[Webhook]
    # How many records match in all, exactly.
    total: int
    # The number of this page, from 1.
    page: int
    # How many records a page has.
    limit: int
    # How many pages there are.
    totalPages: int


class WebhookPatch(TypedDict, total=False):
    """The fields to change. What is left out stays as it is; null removes a value that may be missing."""

    # Begins with https://; http:// on this machine only.
    url: str
    # `units.updated`, `units.*` for all that happens to units, `*` for everything.
    events: List[WebhookEvent]
    # What its messages are signed with: `whsec_` and 24 to 64 random bytes in Base64. It is never shown, and random if
    # it is absent.
    secret: str | None
    # What happens while it is not active is not sent later.
    active: bool
    # What it is for.
    description: str | None


class WeeklyRotationBulkAddBody(TypedDict):
    # The identifiers of the records. Either these, or `where`.
    weeklyRotationIds: NotRequired[List[str]]
    where: NotRequired[Where]
    arguments: AddProjects


class WeeklyRotationBulkDeleteBody(TypedDict, total=False):
    # The identifiers of the records. Either these, or `where`.
    weeklyRotationIds: List[str]
    where: Where


class WeeklyRotationBulkRemoveBody(TypedDict):
    # The identifiers of the records. Either these, or `where`.
    weeklyRotationIds: NotRequired[List[str]]
    where: NotRequired[Where]
    arguments: RemoveProject


WeeklyRotationBulkUpdateBody: TypeAlias = Union[
    "WeeklyRotationBulkUpdateBodyWithUpdate",
    "WeeklyRotationBulkUpdateBodyWithChanges",
]


class WeeklyRotationBulkUpdateBodyWithChanges(TypedDict):
    # A change of its own for each record.
    changes: List[WeeklyRotationBulkUpdateBodyWithChangesChange]


class WeeklyRotationBulkUpdateBodyWithChangesChange(TypedDict):
    # The identifier of the record.
    _id: str
    # The values of fields as they were read. The request is refused when one of them has changed since.
    was: NotRequired[Dict[str, Json]]
    update: RotationPatch


class WeeklyRotationBulkUpdateBodyWithUpdate(TypedDict):
    # The identifiers of the records. Either these, or `where`.
    weeklyRotationIds: NotRequired[List[str]]
    where: NotRequired[Where]
    update: RotationPatch


class WeeklySelection(TypedDict):
    """The projects to assess this week."""

    # The rotation.
    _id: str
    name: str
    # The Monday of this week in Asia/Dubai.
    weekStart: NotRequired[str | None]
    # The projects to assess, in this order.
    projectIds: List[str]


class Where(TypedDict, total=False):
    """All records that match, as the list shows them at the moment of the request, at most 10000. An empty one is
    all records. It needs the permission to read, too.
    """

    # The parameter `search` of the list.
    search: str
    filters: FilterGroup


class WhoMay(TypedDict):
    """The users who may do something with a record."""

    # The record: its resource and its identifier.
    record: str
    # What is done with it.
    action: str
    # The users, by name; those who are locked are left out.
    users: List[AllowedUser]


# A part of how a file is written that its cells may leave open.
WritingPart: TypeAlias = Literal["dateOrder", "numbers"]


UserSort: TypeAlias = Literal[
    "id:asc",
    "id:desc",
    "firstName:asc",
    "firstName:desc",
    "lastName:asc",
    "lastName:desc",
    "email:asc",
    "email:desc",
    "imageUrl:asc",
    "imageUrl:desc",
    "locked:asc",
    "locked:desc",
    "linkAllowed:asc",
    "linkAllowed:desc",
    "createdAt:asc",
    "createdAt:desc",
    "updatedAt:asc",
    "updatedAt:desc",
]


UserSortBy: TypeAlias = Literal[
    "id",
    "firstName",
    "lastName",
    "email",
    "imageUrl",
    "locked",
    "linkAllowed",
    "createdAt",
    "updatedAt",
]


JoinRequestSort: TypeAlias = Literal[
    "_id:asc",
    "_id:desc",
    "firstName:asc",
    "firstName:desc",
    "lastName:asc",
    "lastName:desc",
    "email:asc",
    "email:desc",
    "message:asc",
    "message:desc",
    "status:asc",
    "status:desc",
    "userId:asc",
    "userId:desc",
    "decidedAt:asc",
    "decidedAt:desc",
    "createdAt:asc",
    "createdAt:desc",
    "updatedAt:asc",
    "updatedAt:desc",
]


JoinRequestSortBy: TypeAlias = Literal[
    "_id",
    "firstName",
    "lastName",
    "email",
    "message",
    "status",
    "userId",
    "decidedAt",
    "createdAt",
    "updatedAt",
]


CompanySort: TypeAlias = Literal[
    "_id:asc",
    "_id:desc",
    "name:asc",
    "name:desc",
    "description:asc",
    "description:desc",
    "website:asc",
    "website:desc",
    "email:asc",
    "email:desc",
    "phone:asc",
    "phone:desc",
    "address:asc",
    "address:desc",
    "createdAt:asc",
    "createdAt:desc",
    "updatedAt:asc",
    "updatedAt:desc",
]


CompanySortBy: TypeAlias = Literal[
    "_id",
    "name",
    "description",
    "website",
    "email",
    "phone",
    "address",
    "createdAt",
    "updatedAt",
]


ProjectSort: TypeAlias = Literal[
    "_id:asc",
    "_id:desc",
    "name:asc",
    "name:desc",
    "developer:asc",
    "developer:desc",
    "location:asc",
    "location:desc",
    "projectType:asc",
    "projectType:desc",
    "description:asc",
    "description:desc",
    "totalUnits:asc",
    "totalUnits:desc",
    "completionDate:asc",
    "completionDate:desc",
    "videoLink:asc",
    "videoLink:desc",
    "floors:asc",
    "floors:desc",
    "financing:asc",
    "financing:desc",
    "createdAt:asc",
    "createdAt:desc",
    "updatedAt:asc",
    "updatedAt:desc",
]


ProjectSortBy: TypeAlias = Literal[
    "_id",
    "name",
    "developer",
    "location",
    "projectType",
    "description",
    "totalUnits",
    "completionDate",
    "videoLink",
    "floors",
    "financing",
    "createdAt",
    "updatedAt",
]


UnitSort: TypeAlias = Literal[
    "_id:asc",
    "_id:desc",
    "unitNumber:asc",
    "unitNumber:desc",
    "status:asc",
    "status:desc",
    "project:asc",
    "project:desc",
    "developer:asc",
    "developer:desc",
    "bedrooms:asc",
    "bedrooms:desc",
    "floor:asc",
    "floor:desc",
    "totalAreaInSqFt:asc",
    "totalAreaInSqFt:desc",
    "balconyAreaInSqFt:asc",
    "balconyAreaInSqFt:desc",
    "view:asc",
    "view:desc",
    "purchasePriceInAED:asc",
    "purchasePriceInAED:desc",
    "yearlyRentInAED:asc",
    "yearlyRentInAED:desc",
    "serviceChargesPerSqFt:asc",
    "serviceChargesPerSqFt:desc",
    "createdAt:asc",
    "createdAt:desc",
    "updatedAt:asc",
    "updatedAt:desc",
]


UnitSortBy: TypeAlias = Literal[
    "_id",
    "unitNumber",
    "status",
    "project",
    "developer",
    "bedrooms",
    "floor",
    "totalAreaInSqFt",
    "balconyAreaInSqFt",
    "view",
    "purchasePriceInAED",
    "yearlyRentInAED",
    "serviceChargesPerSqFt",
    "createdAt",
    "updatedAt",
]


WeeklyRotationSort: TypeAlias = Literal[
    "_id:asc",
    "_id:desc",
    "name:asc",
    "name:desc",
    "weekStart:asc",
    "weekStart:desc",
    "createdAt:asc",
    "createdAt:desc",
    "updatedAt:asc",
    "updatedAt:desc",
]


EstimateSort: TypeAlias = Literal[
    "_id:asc",
    "_id:desc",
    "unit:asc",
    "unit:desc",
    "project:asc",
    "project:desc",
    "agent:asc",
    "agent:desc",
    "estimatedYearlyRentInAED:asc",
    "estimatedYearlyRentInAED:desc",
    "estimatedCapitalAppreciationPercentage:asc",
    "estimatedCapitalAppreciationPercentage:desc",
    "confidenceScore:asc",
    "confidenceScore:desc",
    "createdAt:asc",
    "createdAt:desc",
    "updatedAt:asc",
    "updatedAt:desc",
]


EstimateSortBy: TypeAlias = Literal[
    "_id",
    "unit",
    "project",
    "agent",
    "estimatedYearlyRentInAED",
    "estimatedCapitalAppreciationPercentage",
    "confidenceScore",
    "createdAt",
    "updatedAt",
]


FlagSort: TypeAlias = Literal[
    "_id:asc",
    "_id:desc",
    "kind:asc",
    "kind:desc",
    "unit:asc",
    "unit:desc",
    "project:asc",
    "project:desc",
    "agent:asc",
    "agent:desc",
    "estimatedYearlyRentInAED:asc",
    "estimatedYearlyRentInAED:desc",
    "distancePercentage:asc",
    "distancePercentage:desc",
    "timesApart:asc",
    "timesApart:desc",
    "looked:asc",
    "looked:desc",
    "lookedAt:asc",
    "lookedAt:desc",
    "createdAt:asc",
    "createdAt:desc",
    "updatedAt:asc",
    "updatedAt:desc",
]


FlagSortBy: TypeAlias = Literal[
    "_id",
    "kind",
    "unit",
    "project",
    "agent",
    "estimatedYearlyRentInAED",
    "distancePercentage",
    "timesApart",
    "looked",
    "lookedAt",
    "createdAt",
    "updatedAt",
]


AssessmentsSort: TypeAlias = Literal[
    "_id:asc",
    "_id:desc",
    "name:asc",
    "name:desc",
    "developer:asc",
    "developer:desc",
    "location:asc",
    "location:desc",
    "projectType:asc",
    "projectType:desc",
    "description:asc",
    "description:desc",
    "totalUnits:asc",
    "totalUnits:desc",
    "completionDate:asc",
    "completionDate:desc",
    "videoLink:asc",
    "videoLink:desc",
    "floors:asc",
    "floors:desc",
    "financing:asc",
    "financing:desc",
    "createdAt:asc",
    "createdAt:desc",
    "updatedAt:asc",
    "updatedAt:desc",
]


AssessmentsSortBy: TypeAlias = Literal[
    "_id",
    "name",
    "developer",
    "location",
    "projectType",
    "description",
    "totalUnits",
    "completionDate",
    "videoLink",
    "floors",
    "financing",
    "createdAt",
    "updatedAt",
]


AnalyticsMeasures: TypeAlias = Literal[
    "units",
    "rent",
    "rentPerSqFt",
    "listedRent",
    "listedGap",
    "listedDistance",
    "grossYield",
    "netYield",
    "grossYieldOfSums",
    "netYieldOfSums",
    "priceToRent",
    "serviceShare",
    "spread",
    "halfWidth",
    "confidence",
    "coverage",
    "weightedRent",
    "estimate",
    "estimates",
    "estimators",
    "bias",
    "biasLow",
    "biasHigh",
    "medianError",
    "within5",
    "within10",
    "within20",
    "agreement",
    "agreementOfMeans",
    "alpha",
]


AnalyticsRows: TypeAlias = Literal[
    "project",
    "developer",
    "location",
    "projectType",
    "readiness",
    "unit",
    "bedrooms",
    "areaBand",
    "view",
    "floorBand",
    "status",
    "amenity",
    "priceBand",
    "rotation",
    "estimator",
    "confidenceBand",
    "day",
    "week",
    "month",
]


AnalyticsCols: TypeAlias = Literal[
    "project",
    "developer",
    "location",
    "projectType",
    "readiness",
    "unit",
    "bedrooms",
    "areaBand",
    "view",
    "floorBand",
    "status",
    "amenity",
    "priceBand",
    "rotation",
    "estimator",
    "confidenceBand",
    "day",
    "week",
    "month",
]


AnalyticsSort: TypeAlias = Literal[
    "row:asc",
    "row:desc",
    "units:asc",
    "units:desc",
    "rent:asc",
    "rent:desc",
    "rentPerSqFt:asc",
    "rentPerSqFt:desc",
    "listedRent:asc",
    "listedRent:desc",
    "listedGap:asc",
    "listedGap:desc",
    "listedDistance:asc",
    "listedDistance:desc",
    "grossYield:asc",
    "grossYield:desc",
    "netYield:asc",
    "netYield:desc",
    "grossYieldOfSums:asc",
    "grossYieldOfSums:desc",
    "netYieldOfSums:asc",
    "netYieldOfSums:desc",
    "priceToRent:asc",
    "priceToRent:desc",
    "serviceShare:asc",
    "serviceShare:desc",
    "spread:asc",
    "spread:desc",
    "halfWidth:asc",
    "halfWidth:desc",
    "confidence:asc",
    "confidence:desc",
    "coverage:asc",
    "coverage:desc",
    "weightedRent:asc",
    "weightedRent:desc",
    "estimate:asc",
    "estimate:desc",
    "estimates:asc",
    "estimates:desc",
    "estimators:asc",
    "estimators:desc",
    "bias:asc",
    "bias:desc",
    "biasLow:asc",
    "biasLow:desc",
    "biasHigh:asc",
    "biasHigh:desc",
    "medianError:asc",
    "medianError:desc",
    "within5:asc",
    "within5:desc",
    "within10:asc",
    "within10:desc",
    "within20:asc",
    "within20:desc",
    "agreement:asc",
    "agreement:desc",
    "agreementOfMeans:asc",
    "agreementOfMeans:desc",
    "alpha:asc",
    "alpha:desc",
]


WebhookSort: TypeAlias = Literal[
    "_id:asc",
    "_id:desc",
    "url:asc",
    "url:desc",
    "active:asc",
    "active:desc",
    "description:asc",
    "description:desc",
    "createdAt:asc",
    "createdAt:desc",
    "updatedAt:asc",
    "updatedAt:desc",
]


AuditEventSort: TypeAlias = Literal[
    "_id:asc",
    "_id:desc",
    "at:asc",
    "at:desc",
    "actor:asc",
    "actor:desc",
    "actorId:asc",
    "actorId:desc",
    "action:asc",
    "action:desc",
    "object:asc",
    "object:desc",
    "address:asc",
    "address:desc",
    "requestId:asc",
    "requestId:desc",
    "outcome:asc",
    "outcome:desc",
    "reason:asc",
    "reason:desc",
    "times:asc",
    "times:desc",
]


AuditEventSortBy: TypeAlias = Literal[
    "_id",
    "at",
    "actor",
    "actorId",
    "action",
    "object",
    "address",
    "requestId",
    "outcome",
    "reason",
    "times",
]


class AuthApi(Group):
    """Signing in and out, and the person who is signed in."""

    def confirm(self, body: ProofInput) -> None:
        """Confirm that it is you. POST /api/auth/confirm

        For ten minutes this session may then do what needs a recent sign-in: such a request is refused with a
        problem of the type `urn:mizan:problem:confirmation`, and can be repeated as it was. A wrong answer counts
        as a failed sign-in.
        """
        self._send("POST", "/api/auth/confirm", (204,), body=body).none()

    def confirm_passkey(self) -> PasskeyChallenge:
        """Ask for a passkey to confirm with. POST /api/auth/confirm/passkey

        Responds with a challenge to the user's passkeys, whose answer is sent to `confirm` with its ticket within
        five minutes. It takes the place of an earlier one.
        """
        return self._send("POST", "/api/auth/confirm/passkey", (200,)).json()

    def forgot(self, body: ForgottenPassword, *, idempotency_key: str | None = None) -> None:
        """Request a link to set another password. POST /api/auth/forgot

        Needs no sign-in. The answer is the same whether or not the email belongs to a user, who gets a link by
        mail that works once, for 30 minutes.
        """
        self._send("POST", "/api/auth/forgot", (202,), body=body, key=idempotency_key).none()

    def login(self, body: SignIn) -> SignedIn | SecondStepDue:
        """Sign in. POST /api/auth/login

        Responds with an access token and sets the refresh cookie. The error is the same for an unknown email and
        for a wrong password. Of a user with a second factor the response is 202 and no session: its ticket is
        sent to `second-step`.
        """
        return self._send("POST", "/api/auth/login", (200, 202), body=body).json()

    def passkey_challenge(self, body: PasskeyRequest) -> PasskeyChallenge:
        """Ask for a passkey. POST /api/auth/login/passkey

        Responds with a challenge, whose answer is sent to `second-step` with the ticket of this response. With
        the ticket of a first step it is for the passkeys of that account. Without one it is for any passkey,
        which then signs in alone: the device verifies the user.
        """
        return self._send("POST", "/api/auth/login/passkey", (200,), body=body).json()

    def second_step(self, body: SecondStep) -> SignedIn:
        """Complete a sign-in. POST /api/auth/login/second-step

        With the ticket of the first step, and a code of the authenticator app, the answer of a passkey or a
        recovery code. Responds as a sign-in does that needs no second step. A wrong answer counts as a failed
        sign-in.
        """
        return self._send("POST", "/api/auth/login/second-step", (200,), body=body).json()

    def logout(self, *, everywhere: bool | None = None) -> None:
        """Sign out. POST /api/auth/logout

        Ends the session of the refresh cookie, or all sessions and API tokens of the user. Signing out without a
        session is no error; signing out everywhere needs one.
        """
        self._send("POST", "/api/auth/logout", (204,), query={"everywhere": everywhere}).none()

    def me(self) -> Me:
        """Get the signed-in person. GET /api/auth/me

        With roles and permissions.
        """
        return self._send("GET", "/api/auth/me", (200,)).json()

    def me_update(self, body: OwnSettings) -> OwnSettings:
        """Change one's own settings. PATCH /api/auth/me"""
        return self._send("PATCH", "/api/auth/me", (200,), body=body).json()

    def oidc_callback(
        self,
        provider: str,
        *,
        state: str | None = None,
        code: str | None = None,
        iss: str | None = None,
        error: str | None = None,
    ) -> str:
        """Return from an identity provider. GET /api/auth/oidc/{provider}/callback

        For a browser: sets the refresh cookie and redirects to the requested page; or to the sign-in page, with a
        code for what went wrong.
        """
        return self._send(
            "GET",
            f"/api/auth/oidc/{part(provider)}/callback",
            (302,),
            query={"state": state, "code": code, "iss": iss, "error": error},
        ).location()

    def oidc_start(self, provider: str, *, redirect: str | None = None) -> str:
        """Sign in with an identity provider. GET /api/auth/oidc/{provider}/start

        For a browser: redirects to the identity provider, which redirects back to `callback`.
        """
        return self._send(
            "GET",
            f"/api/auth/oidc/{part(provider)}/start",
            (302,),
            query={"redirect": redirect},
        ).location()

    def password(self, body: PasswordChange) -> None:
        """Change one's own password. POST /api/auth/password

        The user's other sessions and API tokens end. This session continues with a new refresh cookie.
        """
        self._send("POST", "/api/auth/password", (204,), body=body).none()

    def providers(self) -> WaysIn:
        """List the ways to sign in. GET /api/auth/providers

        The identity providers that the sign-in page offers besides email and password.
        """
        return self._send("GET", "/api/auth/providers", (200,)).json()

    def refresh(self) -> SignedIn:
        """Refresh the access token. POST /api/auth/refresh

        Responds with another access token and replaces the refresh cookie. A refresh token can be used again
        until its successor has been used; after that, its use ends the session.
        """
        return self._send("POST", "/api/auth/refresh", (200,)).json()

    def reset(self, body: PasswordReset) -> None:
        """Set a password by a link. POST /api/auth/reset

        Ends every session and every API token of the user, and all other links. Second factors stay. A password
        that is not accepted leaves the link as it is.
        """
        self._send("POST", "/api/auth/reset", (204,), body=body).none()

    def factors(self) -> SecondFactors:
        """Get one's own second factors. GET /api/auth/second-factors

        What completes a sign-in after the password.
        """
        return self._send("GET", "/api/auth/second-factors", (200,)).json()

    def app_begin(self, body: Confirmed) -> NewApp:
        """Set up an authenticator app. POST /api/auth/second-factors/app

        Responds with the secret of the app. The app counts once a code of it is confirmed, within ten minutes; it
        then replaces another one. Requires the current password, unless the user has signed in within the last
        ten minutes.
        """
        return self._send("POST", "/api/auth/second-factors/app", (200,), body=body).json()

    def app_confirm(self, body: AppCode) -> RecoveryCodes:
        """Confirm an authenticator app. POST /api/auth/second-factors/app/confirm

        By a code that it shows. The user's other sessions end with the first second factor, and the response has
        recovery codes.
        """
        return self._send("POST", "/api/auth/second-factors/app/confirm", (200,), body=body).json()

    def app_remove(self, body: Confirmed) -> None:
        """Remove the authenticator app. POST /api/auth/second-factors/app/remove

        With the last second factor the recovery codes are removed, too. Requires the current password, unless the
        user has signed in within the last ten minutes.
        """
        self._send("POST", "/api/auth/second-factors/app/remove", (204,), body=body).none()

    def passkey_begin(self, body: Confirmed) -> PasskeyChallenge:
        """Begin to add a passkey. POST /api/auth/second-factors/passkeys

        Responds with a challenge, which the browser answers with a new passkey within five minutes. Requires the
        current password, unless the user has signed in within the last ten minutes.
        """
        return self._send("POST", "/api/auth/second-factors/passkeys", (200,), body=body).json()

    def passkey_confirm(self, body: NewPasskey) -> RecoveryCodes:
        """Add a passkey. POST /api/auth/second-factors/passkeys/confirm

        The answer to a challenge. The user's other sessions end with the first second factor, and the response
        has recovery codes.
        """
        return self._send("POST", "/api/auth/second-factors/passkeys/confirm", (200,), body=body).json()

    def passkey_remove(self, id: str, body: Confirmed) -> None:
        """Remove a passkey. POST /api/auth/second-factors/passkeys/{id}/remove

        With the last second factor the recovery codes are removed, too. Requires the current password, unless the
        user has signed in within the last ten minutes.
        """
        self._send("POST", f"/api/auth/second-factors/passkeys/{part(id)}/remove", (204,), body=body).none()

    def recovery_codes(self, body: Confirmed) -> RecoveryCodes:
        """Make new recovery codes. POST /api/auth/second-factors/recovery-codes

        The former ones cannot be used any more. Requires the current password, unless the user has signed in
        within the last ten minutes.
        """
        return self._send("POST", "/api/auth/second-factors/recovery-codes", (200,), body=body).json()

    def token_list(self) -> List[Token]:
        """List one's API tokens. GET /api/auth/tokens

        The newest first. The secrets of the tokens are not shown.
        """
        return self._send("GET", "/api/auth/tokens", (200,)).json()

    def token_create(self, body: TokenInput, *, idempotency_key: str | None = None) -> NewToken:
        """Create an API token. POST /api/auth/tokens

        For a program that uses this API on behalf of its owner, with no more than the owner's permissions. The
        response contains the token, which is shown only once; the same request with the same `Idempotency-Key`
        returns it again. Requires the current password, unless the user has signed in within the last ten
        minutes. The token is revoked when the password changes, and by signing out everywhere.
        """
        return self._send("POST", "/api/auth/tokens", (201,), body=body, key=idempotency_key).json()

    def token_delete(self, id: str) -> None:
        """Revoke an API token. DELETE /api/auth/tokens/{id}

        Requests with this token are rejected from now on.
        """
        self._send("DELETE", f"/api/auth/tokens/{part(id)}", (204,)).none()

    def view_as(self, body: ViewAs) -> ViewToken:
        """View as another user. POST /api/auth/view-as

        Responds with an access token by which the caller sees for 15 minutes what that user sees. It can only
        read: every other request is refused. No cookie is set, and the caller's own session goes on. The token
        ends with the caller's session, when either user is locked, and when that user is signed out everywhere.
        Only administrators view as users with a role that they do not hold. Not for API tokens.
        """
        return self._send("POST", "/api/auth/view-as", (200,), body=body).json()

    def keys(self) -> Json:
        """Get the keys of the server. GET /.well-known/jwks.json

        The public keys that verify access tokens of this server, as a JWK set (RFC 7517).
        """
        return self._send("GET", "/.well-known/jwks.json", (200,)).json()


class SavedFiltersApi(Group):
    """Saved filters: one's own, and those that others share."""

    def list(self, *, resource: str) -> List[SavedFilter]:
        """List the saved filters of a resource. GET /api/backoffice/saved-filters

        Lists the caller's own filters and shared ones: the caller's default first, then by name.
        """
        return self._send("GET", "/api/backoffice/saved-filters", (200,), query={"resource": resource}).json()

    def create(self, body: SavedFilterInput, *, idempotency_key: str | None = None) -> SavedFilter:
        """Save a filter. POST /api/backoffice/saved-filters

        The filter belongs to the caller. A new default replaces the former one.
        """
        return self._send("POST", "/api/backoffice/saved-filters", (201,), body=body, key=idempotency_key).json()

    def delete(self, id: str, *, if_match: str | None = None) -> None:
        """Delete a saved filter. DELETE /api/backoffice/saved-filters/{id}

        Only the owner can delete it.
        """
        self._send("DELETE", f"/api/backoffice/saved-filters/{part(id)}", (204,), match=if_match).none()

    def update(self, id: str, body: SavedFilterPatch, *, if_match: str | None = None) -> SavedFilter:
        """Change a saved filter. PATCH /api/backoffice/saved-filters/{id}

        Only the owner can change it. A new default replaces the former one.
        """
        return self._send(
            "PATCH",
            f"/api/backoffice/saved-filters/{part(id)}",
            (200,),
            body=body,
            match=if_match,
        ).json()

    def filter_subscription_list(
        self,
        id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
    ) -> SubscriptionPage:
        """List the own subscriptions to a saved filter. GET /api/backoffice/saved-filters/{id}/subscriptions"""
        return self._send(
            "GET",
            f"/api/backoffice/saved-filters/{part(id)}/subscriptions",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def filter_subscription_create(
        self,
        id: str,
        body: SubscriptionInput,
        *,
        idempotency_key: str | None = None,
    ) -> Subscription:
        """Subscribe to a saved filter. POST /api/backoffice/saved-filters/{id}/subscriptions

        What it shows is mailed to the caller: at a time of the week in the product's time zone, or when the
        number of records crosses a bound. Each mail shows what the caller may see by then.
        """
        return self._send(
            "POST",
            f"/api/backoffice/saved-filters/{part(id)}/subscriptions",
            (201,),
            body=body,
            key=idempotency_key,
        ).json()

    def filter_subscription_view(self, id: str, subscription_id: str) -> Subscription:
        """Read an own subscription to a saved filter. GET
        /api/backoffice/saved-filters/{id}/subscriptions/{subscriptionId}
        """
        return self._send(
            "GET",
            f"/api/backoffice/saved-filters/{part(id)}/subscriptions/{part(subscription_id)}",
            (200,),
        ).json()

    def filter_subscription_delete(self, id: str, subscription_id: str) -> None:
        """End an own subscription to a saved filter. DELETE
        /api/backoffice/saved-filters/{id}/subscriptions/{subscriptionId}
        """
        self._send(
            "DELETE",
            f"/api/backoffice/saved-filters/{part(id)}/subscriptions/{part(subscription_id)}",
            (204,),
        ).none()


class SavedViewsApi(Group):
    """Saved views of the explorer: one's own, and those that others share."""

    def list(self) -> List[SavedView]:
        """List the saved views. GET /api/analytics/saved-views

        Lists the caller's own views and shared ones: the caller's default first, then by name.
        """
        return self._send("GET", "/api/analytics/saved-views", (200,)).json()

    def create(self, body: SavedViewInput, *, idempotency_key: str | None = None) -> SavedView:
        """Save a view. POST /api/analytics/saved-views

        The view belongs to the caller. A new default replaces the former one.
        """
        return self._send("POST", "/api/analytics/saved-views", (201,), body=body, key=idempotency_key).json()

    def delete(self, id: str, *, if_match: str | None = None) -> None:
        """Delete a saved view. DELETE /api/analytics/saved-views/{id}

        Only the owner can delete it.
        """
        self._send("DELETE", f"/api/analytics/saved-views/{part(id)}", (204,), match=if_match).none()

    def update(self, id: str, body: SavedViewPatch, *, if_match: str | None = None) -> SavedView:
        """Change a saved view. PATCH /api/analytics/saved-views/{id}

        Only the owner can change it. A new default replaces the former one.
        """
        return self._send("PATCH", f"/api/analytics/saved-views/{part(id)}", (200,), body=body, match=if_match).json()

    def view_subscription_list(self, id: str, *, page: int | None = None, limit: int | None = None) -> SubscriptionPage:
        """List the own subscriptions to a saved view. GET /api/backoffice/saved-views/{id}/subscriptions"""
        return self._send(
            "GET",
            f"/api/backoffice/saved-views/{part(id)}/subscriptions",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def view_subscription_create(
        self,
        id: str,
        body: SubscriptionInput,
        *,
        idempotency_key: str | None = None,
    ) -> Subscription:
        """Subscribe to a saved view. POST /api/backoffice/saved-views/{id}/subscriptions

        As to a saved filter; what is counted are the rows of the view.
        """
        return self._send(
            "POST",
            f"/api/backoffice/saved-views/{part(id)}/subscriptions",
            (201,),
            body=body,
            key=idempotency_key,
        ).json()

    def view_subscription_view(self, id: str, subscription_id: str) -> Subscription:
        """Read an own subscription to a saved view. GET
        /api/backoffice/saved-views/{id}/subscriptions/{subscriptionId}
        """
        return self._send(
            "GET",
            f"/api/backoffice/saved-views/{part(id)}/subscriptions/{part(subscription_id)}",
            (200,),
        ).json()

    def view_subscription_delete(self, id: str, subscription_id: str) -> None:
        """End an own subscription to a saved view. DELETE
        /api/backoffice/saved-views/{id}/subscriptions/{subscriptionId}
        """
        self._send(
            "DELETE",
            f"/api/backoffice/saved-views/{part(id)}/subscriptions/{part(subscription_id)}",
            (204,),
        ).none()


class SavedMappingsApi(Group):
    """Saved mappings of imports: one's own, and those that others share."""

    def list(self, *, resource: str) -> List[SavedMapping]:
        """List the saved mappings of a resource. GET /api/backoffice/saved-mappings

        Lists the caller's own mappings and shared ones: the caller's default first, then by name.
        """
        return self._send("GET", "/api/backoffice/saved-mappings", (200,), query={"resource": resource}).json()

    def create(self, body: SavedMappingInput, *, idempotency_key: str | None = None) -> SavedMapping:
        """Save a mapping. POST /api/backoffice/saved-mappings

        The mapping belongs to the caller. A new default replaces the former one.
        """
        return self._send("POST", "/api/backoffice/saved-mappings", (201,), body=body, key=idempotency_key).json()

    def delete(self, id: str, *, if_match: str | None = None) -> None:
        """Delete a saved mapping. DELETE /api/backoffice/saved-mappings/{id}

        Only the owner can delete it.
        """
        self._send("DELETE", f"/api/backoffice/saved-mappings/{part(id)}", (204,), match=if_match).none()

    def update(self, id: str, body: SavedMappingPatch, *, if_match: str | None = None) -> SavedMapping:
        """Change a saved mapping. PATCH /api/backoffice/saved-mappings/{id}

        Only the owner can change it. A new default replaces the former one.
        """
        return self._send(
            "PATCH",
            f"/api/backoffice/saved-mappings/{part(id)}",
            (200,),
            body=body,
            match=if_match,
        ).json()


class CountsApi(Group):
    """How many records there are."""

    def list(self) -> Counts:
        """Count records. GET /api/backoffice/counts

        Counts the records of each resource of the back-office that the caller may read, exactly, and from one
        snapshot. A caller who may read none gets none. Each table is counted along its smallest index, at a cost
        linear in its rows: at 1,000,000 units about 40 ms on SQLite and 100 ms on PostgreSQL. The response is
        cached while nothing is written, and for at most a second, so that it is never behind the caller's own
        writes.
        """
        return self._send("GET", "/api/backoffice/counts", (200,)).json()


class ChangeSetsApi(Group):
    """Changes of many records: planned, looked at, applied once, undone."""

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        filters: str | None = None,
        sort: str | None = None,
    ) -> ChangeSetPage:
        """List change sets. GET /api/backoffice/change-sets

        Lists the change sets of resources that the caller may read and change, propose changes of, or approve
        them, the newest first.
        """
        return self._send(
            "GET",
            "/api/backoffice/change-sets",
            (200,),
            query={"page": page, "limit": limit, "filters": filters, "sort": sort},
        ).json()

    def create(self, body: ChangeSetInput, *, idempotency_key: str | None = None) -> ChangeSet:
        """Plan a change of many records. POST /api/backoffice/change-sets

        Works out what becomes of each record, at most 100,000, and stores it: nothing else is written. The set is
        then looked at, corrected, applied or discarded. With `update`, `delete` or both for `merge` it is planned
        to be applied by the caller; a caller who may only `propose` makes a proposal, which a user with `approve`
        applies.
        """
        return self._send("POST", "/api/backoffice/change-sets", (201,), body=body, key=idempotency_key).json()

    def filter_definitions(self) -> List[FilterDefinition]:
        """List what change sets can be filtered by. GET /api/backoffice/change-sets/filter-definitions"""
        return self._send("GET", "/api/backoffice/change-sets/filter-definitions", (200,)).json()

    def view(self, id: str) -> ChangeSet:
        """Get a change set. GET /api/backoffice/change-sets/{id}"""
        return self._send("GET", f"/api/backoffice/change-sets/{part(id)}", (200,)).json()

    def discard(self, id: str) -> None:
        """Discard a change set. DELETE /api/backoffice/change-sets/{id}

        It stays in the list as discarded, and cannot be applied any more. The user who made it may, and each who
        may apply it.
        """
        self._send("DELETE", f"/api/backoffice/change-sets/{part(id)}", (204,)).none()

    def apply(self, id: str, *, replan: bool | None = None, idempotency_key: str | None = None) -> ChangeSet:
        """Apply a change set. POST /api/backoffice/change-sets/{id}/apply

        Makes all changes of the set in one transaction, or none. Records that have been changed since they were
        planned are a 409 that names them; rows with errors are a 422. A proposal is applied by a user with
        `approve`, not by the one who made it.
        """
        return self._send(
            "POST",
            f"/api/backoffice/change-sets/{part(id)}/apply",
            (200,),
            query={"replan": replan},
            key=idempotency_key,
        ).json()

    def rows(
        self,
        id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        errors: bool | None = None,
        action: str | None = None,
        state: str | None = None,
    ) -> ChangeSetRowPage:
        """List the rows of a change set. GET /api/backoffice/change-sets/{id}/rows

        What becomes of each record, in the order of the plan.
        """
        return self._send(
            "GET",
            f"/api/backoffice/change-sets/{part(id)}/rows",
            (200,),
            query={"page": page, "limit": limit, "errors": errors, "action": action, "state": state},
        ).json()

    def row_delete(self, id: str, row: str) -> None:
        """Leave a row out of a change set. DELETE /api/backoffice/change-sets/{id}/rows/{row}"""
        self._send("DELETE", f"/api/backoffice/change-sets/{part(id)}/rows/{part(row)}", (204,)).none()

    def row_update(self, id: str, row: str, body: RowCorrection) -> ChangeSetRow:
        """Correct a row of a change set. PATCH /api/backoffice/change-sets/{id}/rows/{row}

        Only the fields that are sent are corrected. The row is planned again, and returned with what it does now.
        """
        return self._send("PATCH", f"/api/backoffice/change-sets/{part(id)}/rows/{part(row)}", (200,), body=body).json()

    def undo(self, id: str, *, skip_changed: bool | None = None, idempotency_key: str | None = None) -> ChangeSet:
        """Undo a change set. POST /api/backoffice/change-sets/{id}/undo

        Reverses all that the set changed, or nothing: records that were changed since are a 409 that names them.
        With `skipChanged` the rest is reversed, and the `state` of each row is `reversed`, `kept` (changed since)
        or `refused`. The caller needs the permissions of the opposite changes.
        """
        return self._send(
            "POST",
            f"/api/backoffice/change-sets/{part(id)}/undo",
            (200,),
            query={"skipChanged": skip_changed},
            key=idempotency_key,
        ).json()


class ChangesApi(Group):
    """What was changed, by whom, in all resources."""

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        filters: str | None = None,
        sort: str | None = None,
    ) -> ListedChangePage:
        """List changes. GET /api/backoffice/changes

        Lists what was changed in all resources, the newest first. One entry for each request and resource: an
        import of many records is one entry. A filter that names a `requestId` lists each record that the request
        changed as an entry of its own. Only resources whose history the caller may read are included. The
        revisions are read backwards along an index until the page is full; counting them is one pass over that
        index: at 1,000,000 revisions 1.4 s on SQLite, 0.3 s of one resource, 0.04 s within a day. The response is
        cached while nothing is written, and for at most a second.
        """
        return self._send(
            "GET",
            "/api/backoffice/changes",
            (200,),
            query={"page": page, "limit": limit, "filters": filters, "sort": sort},
        ).json()

    def filter_definitions(self) -> List[FilterDefinition]:
        """List what changes can be filtered by. GET /api/backoffice/changes/filter-definitions

        `resource` and `field` offer the resources whose history the caller may read, and their fields.
        """
        return self._send("GET", "/api/backoffice/changes/filter-definitions", (200,)).json()

    def undo_create(self, body: UndoRequest, *, idempotency_key: str | None = None) -> Undone:
        """Undo a request. POST /api/backoffice/undo

        Reverses every change of records that a request made: a save, a deletion, a verb, a bulk change, an
        import, or another undo. All of it is reversed, or nothing. What the request created is deleted, what it
        deleted comes back under its own identifier, and what it changed is as before. Each reversal is a version
        in the history of its record, so that an undo can be undone. The caller needs the permissions of the
        opposite changes: `delete` for what was created, `restore` for what was deleted, `update` for what was
        changed, and that of the opposite verb. Rules, references and unique keys hold as for any change. A
        request of which the caller can read nothing is a 404. The operations that can be undone have `x-undoable`
        in this document. A record that was changed since, and a change that cannot be undone, such as a new
        password, are a 409 that names them.
        """
        return self._send("POST", "/api/backoffice/undo", (200,), body=body, key=idempotency_key).json()


class InboxApi(Group):
    """What others, or the product, say to the user who is signed in."""

    def list(self, *, page: int | None = None, limit: int | None = None, unread: bool | None = None) -> InboxPage:
        """List the own inbox. GET /api/inbox

        The newest entries first. An entry about a record that the caller may not read, or that is not there any
        more, is left out.
        """
        return self._send("GET", "/api/inbox", (200,), query={"page": page, "limit": limit, "unread": unread}).json()

    def read(self, body: InboxRead, *, idempotency_key: str | None = None) -> None:
        """Mark entries of the own inbox as read. POST /api/inbox/read"""
        self._send("POST", "/api/inbox/read", (204,), body=body, key=idempotency_key).none()

    def subscription_stop_page(self, *, token: str) -> str:
        """Show what ends a subscription. GET /api/subscriptions/stop

        A page with one button, for the link in a mail.
        """
        return self._send("GET", "/api/subscriptions/stop", (200,), query={"token": token}).text()

    def subscription_stop(self, *, token: str) -> str:
        """End a subscription by the link in its mails. POST /api/subscriptions/stop

        The answer is the same whether or not there is such a subscription.
        """
        return self._send("POST", "/api/subscriptions/stop", (200,), query={"token": token}).text()


class JobsApi(Group):
    """Long work that clients do not wait for."""

    def list(self, *, page: int | None = None, limit: int | None = None) -> JobPage:
        """List the own jobs. GET /api/jobs

        The work that the caller asked for with `Prefer: respond-async`, the newest first. A job is kept for a
        day.
        """
        return self._send("GET", "/api/jobs", (200,), query={"page": page, "limit": limit}).json()

    def view(self, id: str) -> Job:
        """Get a job. GET /api/jobs/{id}

        How far it is, and when it has ended, what the request would have been answered.
        """
        return self._send("GET", f"/api/jobs/{part(id)}", (200,)).json()

    def file(self, id: str) -> Download:
        """Get the file that a job made. GET /api/jobs/{id}/file"""
        return self._send("GET", f"/api/jobs/{part(id)}/file", (200,)).stream()


class LiveApi(Group):
    """Changes as they happen."""

    def stream(self, *, resources: str, last_event_id: str | None = None) -> Events:
        """Follow changes. GET /api/backoffice/live

        Server-sent events, until the client disconnects: `event: change` with `data: {resource, ids, requestId}`
        for records that the caller may read, or could read before the change. `id` is a position; a client that
        connects again with it in `Last-Event-ID` gets what it missed. `event: reload` says that too much was
        changed to name it, or that the position is too old: load again what is shown. A line every 15 seconds
        says that the connection is alive. The connection ends when the token or the session does.
        """
        return self._send(
            "GET",
            "/api/backoffice/live",
            (200,),
            query={"resources": resources},
            position=last_event_id,
        ).events()

    def viewer_create(self, body: Look, *, idempotency_key: str | None = None) -> Viewers:
        """Say that a record is looked at. POST /api/backoffice/viewers

        Reports that the caller looks at a record, and returns who else does. A client reports it every 15 seconds
        while the record is shown; a user from whom nothing has come for 35 seconds is not listed any more.
        """
        return self._send("POST", "/api/backoffice/viewers", (200,), body=body, key=idempotency_key).json()


class PolicyApi(Group):
    """The policy in force: what roles and users may, and by which lines."""

    def access(self, *, role: str | None = None, user: str | None = None) -> PolicyAccess:
        """Get what a role or a user may. GET /api/backoffice/policy/access

        Of each resource: the actions, whether they are allowed with all records or with some, the fields that are
        hidden, masked or read-only in all of them, and the rules that say so.
        """
        return self._send("GET", "/api/backoffice/policy/access", (200,), query={"role": role, "user": user}).json()

    def diff(self, body: PolicyText) -> PolicyDiff:
        """Compare with another policy. POST /api/backoffice/policy/diff

        Says what would change if these lines replaced the policy in force: of each role the operations, the
        records that its users could read, counted in the data as it is, and the fields that they would see.
        Changes nothing.
        """
        return self._send("POST", "/api/backoffice/policy/diff", (200,), body=body).json()

    def explain(
        self,
        *,
        operation: str,
        user: str | None = None,
        record: str | None = None,
        field: str | None = None,
    ) -> Explanation:
        """Explain a permission. GET /api/backoffice/policy/explain

        Says whether a user may call an operation, for a record and a field if these are named: the lines of the
        policy in force that say so, the conditions that the record does not meet, each with its value, and the
        lines that would allow it. A user who is locked may nothing. Without a record it is about some records of
        the resource.
        """
        return self._send(
            "GET",
            "/api/backoffice/policy/explain",
            (200,),
            query={"user": user, "operation": operation, "record": record, "field": field},
        ).json()

    def who(self, *, record: str, action: str | None = None) -> WhoMay:
        """List who may do something with a record. GET /api/backoffice/policy/who

        Lists the users who may do it by the policy in force, each with the lines that allow it: the answer is the
        same as when each of them tries.
        """
        return self._send(
            "GET",
            "/api/backoffice/policy/who",
            (200,),
            query={"record": record, "action": action},
        ).json()


class OpenapiApi(Group):
    """This document."""

    def view(self) -> Json:
        """Get this document. GET /api/openapi.json

        The API as an OpenAPI 3.1 document. With a token it is that of its reader: without the fields that are
        hidden from them in every record, and with those marked that are masked (`x-masked`) or read-only.
        """
        return self._send("GET", "/api/openapi.json", (200,)).json()


class UsersApi(Group):
    """The people who can sign in, and their roles."""

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: UserSort | None = None,
        sort_by: UserSortBy | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> UserPage:
        """List users. GET /api/backoffice/users"""
        return self._send(
            "GET",
            "/api/backoffice/users",
            (200,),
            query={
                "page": page,
                "limit": limit,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).json()

    def create(self, body: UserInput, *, idempotency_key: str | None = None) -> Tuple[User, str]:
        """Create a user. POST /api/backoffice/users

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        return self._send("POST", "/api/backoffice/users", (201,), body=body, key=idempotency_key).tagged()

    def bulk_update(self, body: UserBulkUpdateBody, *, dry_run: bool | None = None) -> BulkUpdated:
        """Change several users, all or none. PATCH /api/backoffice/users"""
        return self._send("PATCH", "/api/backoffice/users", (200,), query={"dryRun": dry_run}, body=body).json()

    def filter_definitions(self) -> List[FilterDefinition]:
        """List what users can be filtered by. GET /api/backoffice/users/filter-definitions"""
        return self._send("GET", "/api/backoffice/users/filter-definitions", (200,)).json()

    def export(
        self,
        *,
        format: Literal["csv", "xlsx"] | None = None,
        byte_order_mark: bool | None = None,
        sort: UserSort | None = None,
        sort_by: UserSortBy | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Download:
        """Export users as a table. GET /api/backoffice/users/export"""
        return self._send(
            "GET",
            "/api/backoffice/users/export",
            (200,),
            query={
                "format": format,
                "byteOrderMark": byte_order_mark,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).stream()

    def breakdown(
        self,
        *,
        by: Literal["locked", "linkAllowed"],
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Breakdown:
        """How many users there are of each value of a field. GET /api/backoffice/users/breakdown

        Counts the records that the list would show. The values of most records come first, at most 50; `total`
        counts all that match. Without a search or a filter the field's index is read, which costs as much as it
        has rows: at 1,000,000 records about 75 ms on SQLite.
        """
        return self._send(
            "GET",
            "/api/backoffice/users/breakdown",
            (200,),
            query={"by": by, "filters": as_json(filters), "search": search},
        ).json()

    def view(self, id: str) -> Tuple[User, str]:
        """Get a user. GET /api/backoffice/users/{id}"""
        return self._send("GET", f"/api/backoffice/users/{part(id)}", (200,)).tagged()

    def update(self, id: str, body: UserPatch, *, if_match: str | None = None) -> Tuple[User, str]:
        """Change a user. PATCH /api/backoffice/users/{id}

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        return self._send("PATCH", f"/api/backoffice/users/{part(id)}", (200,), body=body, match=if_match).tagged()

    def history(self, id: str, *, page: int | None = None, limit: int | None = None) -> RevisionPage:
        """Get the history of a user. GET /api/backoffice/users/{id}/history"""
        return self._send(
            "GET",
            f"/api/backoffice/users/{part(id)}/history",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def restore(
        self,
        id: str,
        body: Restore,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Tuple[User, str]:
        """Restore an earlier version of a user. POST /api/backoffice/users/{id}/restore"""
        return self._send(
            "POST",
            f"/api/backoffice/users/{part(id)}/restore",
            (200,),
            body=body,
            key=idempotency_key,
            match=if_match,
        ).tagged()

    def import_(
        self,
        *,
        file: Upload,
        dry_run: bool | None = None,
        plan: bool | None = None,
        existing: Literal["error", "skip", "update"] | None = None,
        repeated: Literal["error", "first", "last"] | None = None,
        empty: Literal["keep", "clear"] | None = None,
        mapping: str | None = None,
        separator: Literal["comma", "semicolon", "tab", "bar"] | None = None,
        encoding: str | None = None,
        date_order: Literal["dayMonthYear", "monthDayYear", "yearMonthDay"] | None = None,
        numbers: Literal["point", "comma"] | None = None,
        idempotency_key: str | None = None,
    ) -> ImportReport | ChangeSet:
        """Import users from a table. POST /api/backoffice/users/import"""
        return self._send(
            "POST",
            "/api/backoffice/users/import",
            (200, 201),
            query={"dryRun": dry_run, "plan": plan, "existing": existing, "repeated": repeated, "empty": empty},
            form={
                "file": file,
                "mapping": mapping,
                "separator": separator,
                "encoding": encoding,
                "dateOrder": date_order,
                "numbers": numbers,
            },
            key=idempotency_key,
        ).json()

    def file_list(
        self,
        id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        deleted: bool | None = None,
    ) -> RecordFilePage:
        """List the files of a user. GET /api/backoffice/users/{id}/files"""
        return self._send(
            "GET",
            f"/api/backoffice/users/{part(id)}/files",
            (200,),
            query={"page": page, "limit": limit, "deleted": deleted},
        ).json()

    def file_create(self, id: str, *, file: Upload, idempotency_key: str | None = None) -> RecordFile:
        """Attach a file to a user. POST /api/backoffice/users/{id}/files

        A PDF, a JPEG, PNG or WebP picture, or a Word or Excel document without macros.
        """
        return self._send(
            "POST",
            f"/api/backoffice/users/{part(id)}/files",
            (201,),
            form={"file": file},
            key=idempotency_key,
        ).json()

    def file_view(self, id: str, file_id: str) -> Download:
        """Download a file of a user. GET /api/backoffice/users/{id}/files/{fileId}"""
        return self._send("GET", f"/api/backoffice/users/{part(id)}/files/{part(file_id)}", (200,)).stream()

    def file_delete(self, id: str, file_id: str) -> None:
        """Delete a file of a user. DELETE /api/backoffice/users/{id}/files/{fileId}"""
        self._send("DELETE", f"/api/backoffice/users/{part(id)}/files/{part(file_id)}", (204,)).none()

    def comment_list(self, id: str, *, page: int | None = None, limit: int | None = None) -> RecordCommentPage:
        """List the comments on a user. GET /api/backoffice/users/{id}/comments"""
        return self._send(
            "GET",
            f"/api/backoffice/users/{part(id)}/comments",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def comment_create(self, id: str, body: RecordCommentInput, *, idempotency_key: str | None = None) -> RecordComment:
        """Comment on a user. POST /api/backoffice/users/{id}/comments"""
        return self._send(
            "POST",
            f"/api/backoffice/users/{part(id)}/comments",
            (201,),
            body=body,
            key=idempotency_key,
        ).json()

    def comment_people(self, id: str, *, search: str | None = None) -> MentionableUsers:
        """List the users whom a comment on a user may mention. GET /api/backoffice/users/{id}/comments/people"""
        return self._send(
            "GET",
            f"/api/backoffice/users/{part(id)}/comments/people",
            (200,),
            query={"search": search},
        ).json()

    def comment_update(self, id: str, comment_id: str, body: RecordCommentPatch) -> RecordComment:
        """Edit a comment on a user. PATCH /api/backoffice/users/{id}/comments/{commentId}"""
        return self._send(
            "PATCH",
            f"/api/backoffice/users/{part(id)}/comments/{part(comment_id)}",
            (200,),
            body=body,
        ).json()

    def comment_delete(self, id: str, comment_id: str) -> None:
        """Delete a comment on a user. DELETE /api/backoffice/users/{id}/comments/{commentId}"""
        self._send("DELETE", f"/api/backoffice/users/{part(id)}/comments/{part(comment_id)}", (204,)).none()

    def lock(self, id: str, *, idempotency_key: str | None = None, if_match: str | None = None) -> Tuple[User, str]:
        """Lock Account. POST /api/backoffice/users/{id}/lock

        Ends every session of the user, and refuses every token from now on. An administrator can lock neither
        themselves nor the last administrator who can sign in. Changes nothing when the user is locked already.
        """
        return self._send(
            "POST",
            f"/api/backoffice/users/{part(id)}/lock",
            (200,),
            key=idempotency_key,
            match=if_match,
        ).tagged()

    def bulk_lock(
        self,
        body: UserBulkLockBody,
        *,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> BulkPerformed:
        """Lock Account for several users. POST /api/backoffice/users/verbs/lock

        Each record has an outcome of its own: what is refused for one is done for the others.
        """
        return self._send(
            "POST",
            "/api/backoffice/users/verbs/lock",
            (200,),
            query={"dryRun": dry_run},
            body=body,
            key=idempotency_key,
        ).json()

    def unlock(self, id: str, *, idempotency_key: str | None = None, if_match: str | None = None) -> Tuple[User, str]:
        """Unlock Account. POST /api/backoffice/users/{id}/unlock

        The user can sign in again. Sessions that have ended stay ended. Changes nothing when the user is not
        locked.
        """
        return self._send(
            "POST",
            f"/api/backoffice/users/{part(id)}/unlock",
            (200,),
            key=idempotency_key,
            match=if_match,
        ).tagged()

    def bulk_unlock(
        self,
        body: UserBulkUnlockBody,
        *,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> BulkPerformed:
        """Unlock Account for several users. POST /api/backoffice/users/verbs/unlock

        Each record has an outcome of its own: what is refused for one is done for the others.
        """
        return self._send(
            "POST",
            "/api/backoffice/users/verbs/unlock",
            (200,),
            query={"dryRun": dry_run},
            body=body,
            key=idempotency_key,
        ).json()

    def allow_linking(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Tuple[User, str]:
        """Allow Linking. POST /api/backoffice/users/{id}/allow-linking

        For one day, a sign-in through an identity provider with this user's e-mail is linked to this user.
        Without this, an e-mail alone gives access to no account.
        """
        return self._send(
            "POST",
            f"/api/backoffice/users/{part(id)}/allow-linking",
            (200,),
            key=idempotency_key,
            match=if_match,
        ).tagged()

    def set_password(
        self,
        id: str,
        body: SetPassword,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> None:
        """Set Password. POST /api/backoffice/users/{id}/set-password

        Ends every session and every API token of the user.
        """
        self._send(
            "POST",
            f"/api/backoffice/users/{part(id)}/set-password",
            (204,),
            body=body,
            key=idempotency_key,
            match=if_match,
        ).none()

    def reset_factors(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Tuple[User, str]:
        """Reset Two-Step Sign-In. POST /api/backoffice/users/{id}/reset-factors

        Deletes the authenticator app, the passkeys and the recovery codes of a user who has lost them, and ends
        every session. Changes nothing when there are none.
        """
        return self._send(
            "POST",
            f"/api/backoffice/users/{part(id)}/reset-factors",
            (200,),
            key=idempotency_key,
            match=if_match,
        ).tagged()

    def identity_list(self, id: str) -> List[Identity]:
        """List a user's identities. GET /api/backoffice/users/{id}/identities

        What the user signs in with through identity providers, the first linked one first.
        """
        return self._send("GET", f"/api/backoffice/users/{part(id)}/identities", (200,)).json()

    def identity_delete(self, id: str, identity_id: str, *, if_match: str | None = None) -> None:
        """Unlink a user's identity. DELETE /api/backoffice/users/{id}/identities/{identityId}

        A sign-in with this identity no longer gives access to the user's account. Every session of the user ends.
        """
        self._send(
            "DELETE",
            f"/api/backoffice/users/{part(id)}/identities/{part(identity_id)}",
            (204,),
            match=if_match,
        ).none()

    def invite(self, id: str, *, idempotency_key: str | None = None) -> None:
        """Send Invitation. POST /api/backoffice/users/{id}/invite

        Sends a mail with a link by which the user sets a password. The link works once, for seven days.
        """
        self._send("POST", f"/api/backoffice/users/{part(id)}/invite", (202,), key=idempotency_key).none()

    def token_list(self, id: str) -> List[Token]:
        """List a user's API tokens. GET /api/backoffice/users/{id}/tokens

        The newest first, with those that have expired. The secrets of the tokens are not shown.
        """
        return self._send("GET", f"/api/backoffice/users/{part(id)}/tokens", (200,)).json()

    def token_delete(self, id: str, token_id: str, *, if_match: str | None = None) -> None:
        """End a user's API token. DELETE /api/backoffice/users/{id}/tokens/{tokenId}

        Requests with this token are refused from now on.
        """
        self._send("DELETE", f"/api/backoffice/users/{part(id)}/tokens/{part(token_id)}", (204,), match=if_match).none()


class JoinRequestsApi(Group):
    """Requests for access, to be accepted or declined."""

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: JoinRequestSort | None = None,
        sort_by: JoinRequestSortBy | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> JoinRequestPage:
        """List join requests. GET /api/backoffice/join-requests"""
        return self._send(
            "GET",
            "/api/backoffice/join-requests",
            (200,),
            query={
                "page": page,
                "limit": limit,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).json()

    def filter_definitions(self) -> List[FilterDefinition]:
        """List what join requests can be filtered by. GET /api/backoffice/join-requests/filter-definitions"""
        return self._send("GET", "/api/backoffice/join-requests/filter-definitions", (200,)).json()

    def export(
        self,
        *,
        format: Literal["csv", "xlsx"] | None = None,
        byte_order_mark: bool | None = None,
        sort: JoinRequestSort | None = None,
        sort_by: JoinRequestSortBy | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Download:
        """Export join requests as a table. GET /api/backoffice/join-requests/export"""
        return self._send(
            "GET",
            "/api/backoffice/join-requests/export",
            (200,),
            query={
                "format": format,
                "byteOrderMark": byte_order_mark,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).stream()

    def breakdown(
        self,
        *,
        by: Literal["status"],
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Breakdown:
        """How many join-requests there are of each value of a field. GET /api/backoffice/join-requests/breakdown

        Counts the records that the list would show. The values of most records come first, at most 50; `total`
        counts all that match. Without a search or a filter the field's index is read, which costs as much as it
        has rows: at 1,000,000 records about 75 ms on SQLite.
        """
        return self._send(
            "GET",
            "/api/backoffice/join-requests/breakdown",
            (200,),
            query={"by": by, "filters": as_json(filters), "search": search},
        ).json()

    def view(self, id: str) -> Tuple[JoinRequest, str]:
        """Get a join request. GET /api/backoffice/join-requests/{id}"""
        return self._send("GET", f"/api/backoffice/join-requests/{part(id)}", (200,)).tagged()

    def delete(self, id: str, *, if_match: str | None = None) -> None:
        """Delete a join request. DELETE /api/backoffice/join-requests/{id}"""
        self._send("DELETE", f"/api/backoffice/join-requests/{part(id)}", (204,), match=if_match).none()

    def history(self, id: str, *, page: int | None = None, limit: int | None = None) -> RevisionPage:
        """Get the history of a join request. GET /api/backoffice/join-requests/{id}/history"""
        return self._send(
            "GET",
            f"/api/backoffice/join-requests/{part(id)}/history",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def deleted(self, *, page: int | None = None, limit: int | None = None) -> DeletedRecordPage:
        """List deleted join requests. GET /api/backoffice/join-requests/deleted"""
        return self._send(
            "GET",
            "/api/backoffice/join-requests/deleted",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def bulk_delete(
        self,
        body: JoinRequestBulkDeleteBody,
        *,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> BulkDeleted:
        """Delete several join requests, all or none. POST /api/backoffice/join-requests/delete"""
        return self._send(
            "POST",
            "/api/backoffice/join-requests/delete",
            (200,),
            query={"dryRun": dry_run},
            body=body,
            key=idempotency_key,
        ).json()

    def comment_list(self, id: str, *, page: int | None = None, limit: int | None = None) -> RecordCommentPage:
        """List the comments on a join request. GET /api/backoffice/join-requests/{id}/comments"""
        return self._send(
            "GET",
            f"/api/backoffice/join-requests/{part(id)}/comments",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def comment_create(self, id: str, body: RecordCommentInput, *, idempotency_key: str | None = None) -> RecordComment:
        """Comment on a join request. POST /api/backoffice/join-requests/{id}/comments"""
        return self._send(
            "POST",
            f"/api/backoffice/join-requests/{part(id)}/comments",
            (201,),
            body=body,
            key=idempotency_key,
        ).json()

    def comment_people(self, id: str, *, search: str | None = None) -> MentionableUsers:
        """List the users whom a comment on a join request may mention. GET
        /api/backoffice/join-requests/{id}/comments/people
        """
        return self._send(
            "GET",
            f"/api/backoffice/join-requests/{part(id)}/comments/people",
            (200,),
            query={"search": search},
        ).json()

    def comment_update(self, id: str, comment_id: str, body: RecordCommentPatch) -> RecordComment:
        """Edit a comment on a join request. PATCH /api/backoffice/join-requests/{id}/comments/{commentId}"""
        return self._send(
            "PATCH",
            f"/api/backoffice/join-requests/{part(id)}/comments/{part(comment_id)}",
            (200,),
            body=body,
        ).json()

    def comment_delete(self, id: str, comment_id: str) -> None:
        """Delete a comment on a join request. DELETE /api/backoffice/join-requests/{id}/comments/{commentId}"""
        self._send("DELETE", f"/api/backoffice/join-requests/{part(id)}/comments/{part(comment_id)}", (204,)).none()

    def accept(
        self,
        id: str,
        body: AcceptJoinRequest,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Tuple[JoinRequest, str]:
        """Accept a join request. POST /api/backoffice/join-requests/{id}/accept

        Creates a user with these roles, who has no password until an administrator sets one, or, where the server
        sends mail, until the user sets one by the link that they get. A declined request can still be accepted.
        """
        return self._send(
            "POST",
            f"/api/backoffice/join-requests/{part(id)}/accept",
            (200,),
            body=body,
            key=idempotency_key,
            match=if_match,
        ).tagged()

    def bulk_accept(
        self,
        body: JoinRequestBulkAcceptBody,
        *,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> BulkPerformed:
        """Accept for several join requests. POST /api/backoffice/join-requests/verbs/accept

        Each record has an outcome of its own: what is refused for one is done for the others.
        """
        return self._send(
            "POST",
            "/api/backoffice/join-requests/verbs/accept",
            (200,),
            query={"dryRun": dry_run},
            body=body,
            key=idempotency_key,
        ).json()

    def decline(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Tuple[JoinRequest, str]:
        """Decline a join request. POST /api/backoffice/join-requests/{id}/decline

        The request stays on record, and can be accepted later. No message is sent.
        """
        return self._send(
            "POST",
            f"/api/backoffice/join-requests/{part(id)}/decline",
            (200,),
            key=idempotency_key,
            match=if_match,
        ).tagged()

    def bulk_decline(
        self,
        body: JoinRequestBulkDeclineBody,
        *,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> BulkPerformed:
        """Decline for several join requests. POST /api/backoffice/join-requests/verbs/decline

        Each record has an outcome of its own: what is refused for one is done for the others.
        """
        return self._send(
            "POST",
            "/api/backoffice/join-requests/verbs/decline",
            (200,),
            query={"dryRun": dry_run},
            body=body,
            key=idempotency_key,
        ).json()

    def create(self, body: JoinRequestInput, *, idempotency_key: str | None = None) -> Received:
        """Request access. POST /api/join-requests

        Needs no sign-in. The answer is the same whether or not the e-mail belongs to a user or was sent before.
        """
        return self._send("POST", "/api/join-requests", (202,), body=body, key=idempotency_key).json()


class CompaniesApi(Group):
    """Companies that the desk works with."""

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: CompanySort | None = None,
        sort_by: CompanySortBy | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> CompanyPage:
        """List companies. GET /api/backoffice/companies"""
        return self._send(
            "GET",
            "/api/backoffice/companies",
            (200,),
            query={
                "page": page,
                "limit": limit,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).json()

    def create(self, body: CompanyInput, *, idempotency_key: str | None = None) -> Tuple[Company, str]:
        """Create a company. POST /api/backoffice/companies

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        return self._send("POST", "/api/backoffice/companies", (201,), body=body, key=idempotency_key).tagged()

    def bulk_update(self, body: CompanyBulkUpdateBody, *, dry_run: bool | None = None) -> BulkUpdated:
        """Change several companies, all or none. PATCH /api/backoffice/companies"""
        return self._send("PATCH", "/api/backoffice/companies", (200,), query={"dryRun": dry_run}, body=body).json()

    def filter_definitions(self) -> List[FilterDefinition]:
        """List what companies can be filtered by. GET /api/backoffice/companies/filter-definitions"""
        return self._send("GET", "/api/backoffice/companies/filter-definitions", (200,)).json()

    def export(
        self,
        *,
        format: Literal["csv", "xlsx"] | None = None,
        byte_order_mark: bool | None = None,
        sort: CompanySort | None = None,
        sort_by: CompanySortBy | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Download:
        """Export companies as a table. GET /api/backoffice/companies/export"""
        return self._send(
            "GET",
            "/api/backoffice/companies/export",
            (200,),
            query={
                "format": format,
                "byteOrderMark": byte_order_mark,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).stream()

    def view(self, id: str) -> Tuple[Company, str]:
        """Get a company. GET /api/backoffice/companies/{id}"""
        return self._send("GET", f"/api/backoffice/companies/{part(id)}", (200,)).tagged()

    def update(self, id: str, body: CompanyPatch, *, if_match: str | None = None) -> Tuple[Company, str]:
        """Change a company. PATCH /api/backoffice/companies/{id}

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        return self._send("PATCH", f"/api/backoffice/companies/{part(id)}", (200,), body=body, match=if_match).tagged()

    def delete(self, id: str, *, if_match: str | None = None) -> None:
        """Delete a company. DELETE /api/backoffice/companies/{id}

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        self._send("DELETE", f"/api/backoffice/companies/{part(id)}", (204,), match=if_match).none()

    def history(self, id: str, *, page: int | None = None, limit: int | None = None) -> RevisionPage:
        """Get the history of a company. GET /api/backoffice/companies/{id}/history"""
        return self._send(
            "GET",
            f"/api/backoffice/companies/{part(id)}/history",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def deleted(self, *, page: int | None = None, limit: int | None = None) -> DeletedRecordPage:
        """List deleted companies. GET /api/backoffice/companies/deleted"""
        return self._send(
            "GET",
            "/api/backoffice/companies/deleted",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def duplicates(self, *, page: int | None = None, limit: int | None = None) -> DuplicateGroupPage:
        """List likely duplicates among companies. GET /api/backoffice/companies/duplicates

        Groups records whose title or key differ in nothing but case, spaces, punctuation and forms of Arabic
        letters. Each record is read once.
        """
        return self._send(
            "GET",
            "/api/backoffice/companies/duplicates",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def restore(
        self,
        id: str,
        body: Restore,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Tuple[Company, str]:
        """Restore an earlier version of a company. POST /api/backoffice/companies/{id}/restore"""
        return self._send(
            "POST",
            f"/api/backoffice/companies/{part(id)}/restore",
            (200,),
            body=body,
            key=idempotency_key,
            match=if_match,
        ).tagged()

    def import_(
        self,
        *,
        file: Upload,
        dry_run: bool | None = None,
        plan: bool | None = None,
        existing: Literal["error", "skip", "update"] | None = None,
        repeated: Literal["error", "first", "last"] | None = None,
        empty: Literal["keep", "clear"] | None = None,
        mapping: str | None = None,
        separator: Literal["comma", "semicolon", "tab", "bar"] | None = None,
        encoding: str | None = None,
        date_order: Literal["dayMonthYear", "monthDayYear", "yearMonthDay"] | None = None,
        numbers: Literal["point", "comma"] | None = None,
        idempotency_key: str | None = None,
    ) -> ImportReport | ChangeSet:
        """Import companies from a table. POST /api/backoffice/companies/import"""
        return self._send(
            "POST",
            "/api/backoffice/companies/import",
            (200, 201),
            query={"dryRun": dry_run, "plan": plan, "existing": existing, "repeated": repeated, "empty": empty},
            form={
                "file": file,
                "mapping": mapping,
                "separator": separator,
                "encoding": encoding,
                "dateOrder": date_order,
                "numbers": numbers,
            },
            key=idempotency_key,
        ).json()

    def bulk_delete(
        self,
        body: CompanyBulkDeleteBody,
        *,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> BulkDeleted:
        """Delete several companies, all or none. POST /api/backoffice/companies/delete"""
        return self._send(
            "POST",
            "/api/backoffice/companies/delete",
            (200,),
            query={"dryRun": dry_run},
            body=body,
            key=idempotency_key,
        ).json()

    def file_list(
        self,
        id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        deleted: bool | None = None,
    ) -> RecordFilePage:
        """List the files of a company. GET /api/backoffice/companies/{id}/files"""
        return self._send(
            "GET",
            f"/api/backoffice/companies/{part(id)}/files",
            (200,),
            query={"page": page, "limit": limit, "deleted": deleted},
        ).json()

    def file_create(self, id: str, *, file: Upload, idempotency_key: str | None = None) -> RecordFile:
        """Attach a file to a company. POST /api/backoffice/companies/{id}/files

        A PDF, a JPEG, PNG or WebP picture, or a Word or Excel document without macros.
        """
        return self._send(
            "POST",
            f"/api/backoffice/companies/{part(id)}/files",
            (201,),
            form={"file": file},
            key=idempotency_key,
        ).json()

    def file_view(self, id: str, file_id: str) -> Download:
        """Download a file of a company. GET /api/backoffice/companies/{id}/files/{fileId}"""
        return self._send("GET", f"/api/backoffice/companies/{part(id)}/files/{part(file_id)}", (200,)).stream()

    def file_delete(self, id: str, file_id: str) -> None:
        """Delete a file of a company. DELETE /api/backoffice/companies/{id}/files/{fileId}"""
        self._send("DELETE", f"/api/backoffice/companies/{part(id)}/files/{part(file_id)}", (204,)).none()

    def comment_list(self, id: str, *, page: int | None = None, limit: int | None = None) -> RecordCommentPage:
        """List the comments on a company. GET /api/backoffice/companies/{id}/comments"""
        return self._send(
            "GET",
            f"/api/backoffice/companies/{part(id)}/comments",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def comment_create(self, id: str, body: RecordCommentInput, *, idempotency_key: str | None = None) -> RecordComment:
        """Comment on a company. POST /api/backoffice/companies/{id}/comments"""
        return self._send(
            "POST",
            f"/api/backoffice/companies/{part(id)}/comments",
            (201,),
            body=body,
            key=idempotency_key,
        ).json()

    def comment_people(self, id: str, *, search: str | None = None) -> MentionableUsers:
        """List the users whom a comment on a company may mention. GET /api/backoffice/companies/{id}/comments/people"""
        return self._send(
            "GET",
            f"/api/backoffice/companies/{part(id)}/comments/people",
            (200,),
            query={"search": search},
        ).json()

    def comment_update(self, id: str, comment_id: str, body: RecordCommentPatch) -> RecordComment:
        """Edit a comment on a company. PATCH /api/backoffice/companies/{id}/comments/{commentId}"""
        return self._send(
            "PATCH",
            f"/api/backoffice/companies/{part(id)}/comments/{part(comment_id)}",
            (200,),
            body=body,
        ).json()

    def comment_delete(self, id: str, comment_id: str) -> None:
        """Delete a comment on a company. DELETE /api/backoffice/companies/{id}/comments/{commentId}"""
        self._send("DELETE", f"/api/backoffice/companies/{part(id)}/comments/{part(comment_id)}", (204,)).none()


class DevelopersApi(Group):
    """Companies that build projects."""

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: Literal["_id:asc", "_id:desc", "name:asc", "name:desc"] | None = None,
        sort_by: Literal["_id", "name"] | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> DeveloperListAnswer:
        """List developers. GET /api/backoffice/developers"""
        return self._send(
            "GET",
            "/api/backoffice/developers",
            (200,),
            query={
                "page": page,
                "limit": limit,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).json()

    def create(self, body: DeveloperInput, *, idempotency_key: str | None = None) -> Tuple[Developer, str]:
        """Create a developer. POST /api/backoffice/developers

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        return self._send("POST", "/api/backoffice/developers", (201,), body=body, key=idempotency_key).tagged()

    def bulk_update(self, body: DeveloperBulkUpdateBody, *, dry_run: bool | None = None) -> BulkUpdated:
        """Change several developers, all or none. PATCH /api/backoffice/developers"""
        return self._send("PATCH", "/api/backoffice/developers", (200,), query={"dryRun": dry_run}, body=body).json()

    def filter_definitions(self) -> List[FilterDefinition]:
        """List what developers can be filtered by. GET /api/backoffice/developers/filter-definitions"""
        return self._send("GET", "/api/backoffice/developers/filter-definitions", (200,)).json()

    def export(
        self,
        *,
        format: Literal["csv", "xlsx"] | None = None,
        byte_order_mark: bool | None = None,
        sort: Literal["_id:asc", "_id:desc", "name:asc", "name:desc"] | None = None,
        sort_by: Literal["_id", "name"] | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Download:
        """Export developers as a table. GET /api/backoffice/developers/export"""
        return self._send(
            "GET",
            "/api/backoffice/developers/export",
            (200,),
            query={
                "format": format,
                "byteOrderMark": byte_order_mark,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).stream()

    def view(self, id: str) -> Tuple[Developer, str]:
        """Get a developer. GET /api/backoffice/developers/{id}"""
        return self._send("GET", f"/api/backoffice/developers/{part(id)}", (200,)).tagged()

    def update(self, id: str, body: DeveloperPatch, *, if_match: str | None = None) -> Tuple[Developer, str]:
        """Change a developer. PATCH /api/backoffice/developers/{id}

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        return self._send("PATCH", f"/api/backoffice/developers/{part(id)}", (200,), body=body, match=if_match).tagged()

    def delete(self, id: str, *, if_match: str | None = None) -> None:
        """Delete a developer. DELETE /api/backoffice/developers/{id}

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        self._send("DELETE", f"/api/backoffice/developers/{part(id)}", (204,), match=if_match).none()

    def history(self, id: str, *, page: int | None = None, limit: int | None = None) -> RevisionPage:
        """Get the history of a developer. GET /api/backoffice/developers/{id}/history"""
        return self._send(
            "GET",
            f"/api/backoffice/developers/{part(id)}/history",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def deleted(self, *, page: int | None = None, limit: int | None = None) -> DeletedRecordPage:
        """List deleted developers. GET /api/backoffice/developers/deleted"""
        return self._send(
            "GET",
            "/api/backoffice/developers/deleted",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def duplicates(self, *, page: int | None = None, limit: int | None = None) -> DuplicateGroupPage:
        """List likely duplicates among developers. GET /api/backoffice/developers/duplicates

        Groups records whose title or key differ in nothing but case, spaces, punctuation and forms of Arabic
        letters. Each record is read once.
        """
        return self._send(
            "GET",
            "/api/backoffice/developers/duplicates",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def restore(
        self,
        id: str,
        body: Restore,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Tuple[Developer, str]:
        """Restore an earlier version of a developer. POST /api/backoffice/developers/{id}/restore"""
        return self._send(
            "POST",
            f"/api/backoffice/developers/{part(id)}/restore",
            (200,),
            body=body,
            key=idempotency_key,
            match=if_match,
        ).tagged()

    def import_(
        self,
        *,
        file: Upload,
        dry_run: bool | None = None,
        plan: bool | None = None,
        existing: Literal["error", "skip", "update"] | None = None,
        repeated: Literal["error", "first", "last"] | None = None,
        empty: Literal["keep", "clear"] | None = None,
        mapping: str | None = None,
        separator: Literal["comma", "semicolon", "tab", "bar"] | None = None,
        encoding: str | None = None,
        date_order: Literal["dayMonthYear", "monthDayYear", "yearMonthDay"] | None = None,
        numbers: Literal["point", "comma"] | None = None,
        idempotency_key: str | None = None,
    ) -> ImportReport | ChangeSet:
        """Import developers from a table. POST /api/backoffice/developers/import"""
        return self._send(
            "POST",
            "/api/backoffice/developers/import",
            (200, 201),
            query={"dryRun": dry_run, "plan": plan, "existing": existing, "repeated": repeated, "empty": empty},
            form={
                "file": file,
                "mapping": mapping,
                "separator": separator,
                "encoding": encoding,
                "dateOrder": date_order,
                "numbers": numbers,
            },
            key=idempotency_key,
        ).json()

    def bulk_delete(
        self,
        body: DeveloperBulkDeleteBody,
        *,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> BulkDeleted:
        """Delete several developers, all or none. POST /api/backoffice/developers/delete"""
        return self._send(
            "POST",
            "/api/backoffice/developers/delete",
            (200,),
            query={"dryRun": dry_run},
            body=body,
            key=idempotency_key,
        ).json()

    def file_list(
        self,
        id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        deleted: bool | None = None,
    ) -> RecordFilePage:
        """List the files of a developer. GET /api/backoffice/developers/{id}/files"""
        return self._send(
            "GET",
            f"/api/backoffice/developers/{part(id)}/files",
            (200,),
            query={"page": page, "limit": limit, "deleted": deleted},
        ).json()

    def file_create(self, id: str, *, file: Upload, idempotency_key: str | None = None) -> RecordFile:
        """Attach a file to a developer. POST /api/backoffice/developers/{id}/files

        A PDF, a JPEG, PNG or WebP picture, or a Word or Excel document without macros.
        """
        return self._send(
            "POST",
            f"/api/backoffice/developers/{part(id)}/files",
            (201,),
            form={"file": file},
            key=idempotency_key,
        ).json()

    def file_view(self, id: str, file_id: str) -> Download:
        """Download a file of a developer. GET /api/backoffice/developers/{id}/files/{fileId}"""
        return self._send("GET", f"/api/backoffice/developers/{part(id)}/files/{part(file_id)}", (200,)).stream()

    def file_delete(self, id: str, file_id: str) -> None:
        """Delete a file of a developer. DELETE /api/backoffice/developers/{id}/files/{fileId}"""
        self._send("DELETE", f"/api/backoffice/developers/{part(id)}/files/{part(file_id)}", (204,)).none()

    def comment_list(self, id: str, *, page: int | None = None, limit: int | None = None) -> RecordCommentPage:
        """List the comments on a developer. GET /api/backoffice/developers/{id}/comments"""
        return self._send(
            "GET",
            f"/api/backoffice/developers/{part(id)}/comments",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def comment_create(self, id: str, body: RecordCommentInput, *, idempotency_key: str | None = None) -> RecordComment:
        """Comment on a developer. POST /api/backoffice/developers/{id}/comments"""
        return self._send(
            "POST",
            f"/api/backoffice/developers/{part(id)}/comments",
            (201,),
            body=body,
            key=idempotency_key,
        ).json()

    def comment_people(self, id: str, *, search: str | None = None) -> MentionableUsers:
        """List the users whom a comment on a developer may mention. GET
        /api/backoffice/developers/{id}/comments/people
        """
        return self._send(
            "GET",
            f"/api/backoffice/developers/{part(id)}/comments/people",
            (200,),
            query={"search": search},
        ).json()

    def comment_update(self, id: str, comment_id: str, body: RecordCommentPatch) -> RecordComment:
        """Edit a comment on a developer. PATCH /api/backoffice/developers/{id}/comments/{commentId}"""
        return self._send(
            "PATCH",
            f"/api/backoffice/developers/{part(id)}/comments/{part(comment_id)}",
            (200,),
            body=body,
        ).json()

    def comment_delete(self, id: str, comment_id: str) -> None:
        """Delete a comment on a developer. DELETE /api/backoffice/developers/{id}/comments/{commentId}"""
        self._send("DELETE", f"/api/backoffice/developers/{part(id)}/comments/{part(comment_id)}", (204,)).none()


class ProjectsApi(Group):
    """Buildings and communities, with their units."""

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: ProjectSort | None = None,
        sort_by: ProjectSortBy | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> ProjectPage:
        """List projects. GET /api/backoffice/projects"""
        return self._send(
            "GET",
            "/api/backoffice/projects",
            (200,),
            query={
                "page": page,
                "limit": limit,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).json()

    def create(self, body: ProjectInput, *, idempotency_key: str | None = None) -> Tuple[Project, str]:
        """Create a project. POST /api/backoffice/projects

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        return self._send("POST", "/api/backoffice/projects", (201,), body=body, key=idempotency_key).tagged()

    def bulk_update(self, body: ProjectBulkUpdateBody, *, dry_run: bool | None = None) -> BulkUpdated:
        """Change several projects, all or none. PATCH /api/backoffice/projects"""
        return self._send("PATCH", "/api/backoffice/projects", (200,), query={"dryRun": dry_run}, body=body).json()

    def filter_definitions(self) -> List[FilterDefinition]:
        """List what projects can be filtered by. GET /api/backoffice/projects/filter-definitions"""
        return self._send("GET", "/api/backoffice/projects/filter-definitions", (200,)).json()

    def export(
        self,
        *,
        format: Literal["csv", "xlsx"] | None = None,
        byte_order_mark: bool | None = None,
        sort: ProjectSort | None = None,
        sort_by: ProjectSortBy | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Download:
        """Export projects as a table. GET /api/backoffice/projects/export"""
        return self._send(
            "GET",
            "/api/backoffice/projects/export",
            (200,),
            query={
                "format": format,
                "byteOrderMark": byte_order_mark,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).stream()

    def breakdown(
        self,
        *,
        by: Literal["developer"],
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Breakdown:
        """How many projects there are of each value of a field. GET /api/backoffice/projects/breakdown

        Counts the records that the list would show. The values of most records come first, at most 50; `total`
        counts all that match. Without a search or a filter the field's index is read, which costs as much as it
        has rows: at 1,000,000 records about 75 ms on SQLite.
        """
        return self._send(
            "GET",
            "/api/backoffice/projects/breakdown",
            (200,),
            query={"by": by, "filters": as_json(filters), "search": search},
        ).json()

    def view(self, id: str) -> Tuple[Project, str]:
        """Get a project. GET /api/backoffice/projects/{id}"""
        return self._send("GET", f"/api/backoffice/projects/{part(id)}", (200,)).tagged()

    def update(self, id: str, body: ProjectPatch, *, if_match: str | None = None) -> Tuple[Project, str]:
        """Change a project. PATCH /api/backoffice/projects/{id}

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        return self._send("PATCH", f"/api/backoffice/projects/{part(id)}", (200,), body=body, match=if_match).tagged()

    def delete(self, id: str, *, if_match: str | None = None) -> None:
        """Delete a project. DELETE /api/backoffice/projects/{id}

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        self._send("DELETE", f"/api/backoffice/projects/{part(id)}", (204,), match=if_match).none()

    def history(self, id: str, *, page: int | None = None, limit: int | None = None) -> RevisionPage:
        """Get the history of a project. GET /api/backoffice/projects/{id}/history"""
        return self._send(
            "GET",
            f"/api/backoffice/projects/{part(id)}/history",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def deleted(self, *, page: int | None = None, limit: int | None = None) -> DeletedRecordPage:
        """List deleted projects. GET /api/backoffice/projects/deleted"""
        return self._send(
            "GET",
            "/api/backoffice/projects/deleted",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def duplicates(self, *, page: int | None = None, limit: int | None = None) -> DuplicateGroupPage:
        """List likely duplicates among projects. GET /api/backoffice/projects/duplicates

        Groups records whose title or key differ in nothing but case, spaces, punctuation and forms of Arabic
        letters. Each record is read once.
        """
        return self._send(
            "GET",
            "/api/backoffice/projects/duplicates",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def restore(
        self,
        id: str,
        body: Restore,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Tuple[Project, str]:
        """Restore an earlier version of a project. POST /api/backoffice/projects/{id}/restore"""
        return self._send(
            "POST",
            f"/api/backoffice/projects/{part(id)}/restore",
            (200,),
            body=body,
            key=idempotency_key,
            match=if_match,
        ).tagged()

    def import_(
        self,
        *,
        file: Upload,
        dry_run: bool | None = None,
        plan: bool | None = None,
        existing: Literal["error", "skip", "update"] | None = None,
        repeated: Literal["error", "first", "last"] | None = None,
        empty: Literal["keep", "clear"] | None = None,
        mapping: str | None = None,
        separator: Literal["comma", "semicolon", "tab", "bar"] | None = None,
        encoding: str | None = None,
        date_order: Literal["dayMonthYear", "monthDayYear", "yearMonthDay"] | None = None,
        numbers: Literal["point", "comma"] | None = None,
        idempotency_key: str | None = None,
    ) -> ImportReport | ChangeSet:
        """Import projects from a table. POST /api/backoffice/projects/import"""
        return self._send(
            "POST",
            "/api/backoffice/projects/import",
            (200, 201),
            query={"dryRun": dry_run, "plan": plan, "existing": existing, "repeated": repeated, "empty": empty},
            form={
                "file": file,
                "mapping": mapping,
                "separator": separator,
                "encoding": encoding,
                "dateOrder": date_order,
                "numbers": numbers,
            },
            key=idempotency_key,
        ).json()

    def bulk_delete(
        self,
        body: ProjectBulkDeleteBody,
        *,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> BulkDeleted:
        """Delete several projects, all or none. POST /api/backoffice/projects/delete"""
        return self._send(
            "POST",
            "/api/backoffice/projects/delete",
            (200,),
            query={"dryRun": dry_run},
            body=body,
            key=idempotency_key,
        ).json()

    def image_view(self, id: str, file: str, *, size: Literal["small", "large", "full"] | None = None) -> Download:
        """An image of a project. GET /api/backoffice/projects/{id}/images/{file}"""
        return self._send(
            "GET",
            f"/api/backoffice/projects/{part(id)}/images/{part(file)}",
            (200,),
            query={"size": size},
        ).stream()

    def image_upload(self, *, file: Upload, idempotency_key: str | None = None) -> UploadedImage:
        """Upload an image for a project. POST /api/backoffice/projects/images

        A JPEG, PNG or WebP file. It is stored without metadata, upright, and in three sizes. What no record holds
        within a day is deleted.
        """
        return self._send(
            "POST",
            "/api/backoffice/projects/images",
            (201,),
            form={"file": file},
            key=idempotency_key,
        ).json()

    def file_list(
        self,
        id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        deleted: bool | None = None,
    ) -> RecordFilePage:
        """List the files of a project. GET /api/backoffice/projects/{id}/files"""
        return self._send(
            "GET",
            f"/api/backoffice/projects/{part(id)}/files",
            (200,),
            query={"page": page, "limit": limit, "deleted": deleted},
        ).json()

    def file_create(self, id: str, *, file: Upload, idempotency_key: str | None = None) -> RecordFile:
        """Attach a file to a project. POST /api/backoffice/projects/{id}/files

        A PDF, a JPEG, PNG or WebP picture, or a Word or Excel document without macros.
        """
        return self._send(
            "POST",
            f"/api/backoffice/projects/{part(id)}/files",
            (201,),
            form={"file": file},
            key=idempotency_key,
        ).json()

    def file_view(self, id: str, file_id: str) -> Download:
        """Download a file of a project. GET /api/backoffice/projects/{id}/files/{fileId}"""
        return self._send("GET", f"/api/backoffice/projects/{part(id)}/files/{part(file_id)}", (200,)).stream()

    def file_delete(self, id: str, file_id: str) -> None:
        """Delete a file of a project. DELETE /api/backoffice/projects/{id}/files/{fileId}"""
        self._send("DELETE", f"/api/backoffice/projects/{part(id)}/files/{part(file_id)}", (204,)).none()

    def comment_list(self, id: str, *, page: int | None = None, limit: int | None = None) -> RecordCommentPage:
        """List the comments on a project. GET /api/backoffice/projects/{id}/comments"""
        return self._send(
            "GET",
            f"/api/backoffice/projects/{part(id)}/comments",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def comment_create(self, id: str, body: RecordCommentInput, *, idempotency_key: str | None = None) -> RecordComment:
        """Comment on a project. POST /api/backoffice/projects/{id}/comments"""
        return self._send(
            "POST",
            f"/api/backoffice/projects/{part(id)}/comments",
            (201,),
            body=body,
            key=idempotency_key,
        ).json()

    def comment_people(self, id: str, *, search: str | None = None) -> MentionableUsers:
        """List the users whom a comment on a project may mention. GET /api/backoffice/projects/{id}/comments/people"""
        return self._send(
            "GET",
            f"/api/backoffice/projects/{part(id)}/comments/people",
            (200,),
            query={"search": search},
        ).json()

    def comment_update(self, id: str, comment_id: str, body: RecordCommentPatch) -> RecordComment:
        """Edit a comment on a project. PATCH /api/backoffice/projects/{id}/comments/{commentId}"""
        return self._send(
            "PATCH",
            f"/api/backoffice/projects/{part(id)}/comments/{part(comment_id)}",
            (200,),
            body=body,
        ).json()

    def comment_delete(self, id: str, comment_id: str) -> None:
        """Delete a comment on a project. DELETE /api/backoffice/projects/{id}/comments/{commentId}"""
        self._send("DELETE", f"/api/backoffice/projects/{part(id)}/comments/{part(comment_id)}", (204,)).none()


class UnitsApi(Group):
    """The apartments, villas and offices of projects."""

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: UnitSort | None = None,
        sort_by: UnitSortBy | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> UnitPage:
        """List units. GET /api/backoffice/units"""
        return self._send(
            "GET",
            "/api/backoffice/units",
            (200,),
            query={
                "page": page,
                "limit": limit,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).json()

    def create(self, body: UnitInput, *, idempotency_key: str | None = None) -> Tuple[Unit, str]:
        """Create a unit. POST /api/backoffice/units

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        return self._send("POST", "/api/backoffice/units", (201,), body=body, key=idempotency_key).tagged()

    def bulk_update(self, body: UnitBulkUpdateBody, *, dry_run: bool | None = None) -> BulkUpdated:
        """Change several units, all or none. PATCH /api/backoffice/units"""
        return self._send("PATCH", "/api/backoffice/units", (200,), query={"dryRun": dry_run}, body=body).json()

    def filter_definitions(self) -> List[FilterDefinition]:
        """List what units can be filtered by. GET /api/backoffice/units/filter-definitions"""
        return self._send("GET", "/api/backoffice/units/filter-definitions", (200,)).json()

    def export(
        self,
        *,
        format: Literal["csv", "xlsx"] | None = None,
        byte_order_mark: bool | None = None,
        sort: UnitSort | None = None,
        sort_by: UnitSortBy | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Download:
        """Export units as a table. GET /api/backoffice/units/export"""
        return self._send(
            "GET",
            "/api/backoffice/units/export",
            (200,),
            query={
                "format": format,
                "byteOrderMark": byte_order_mark,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).stream()

    def breakdown(
        self,
        *,
        by: Literal["status", "project", "developer"],
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Breakdown:
        """How many units there are of each value of a field. GET /api/backoffice/units/breakdown

        Counts the records that the list would show. The values of most records come first, at most 50; `total`
        counts all that match. Without a search or a filter the field's index is read, which costs as much as it
        has rows: at 1,000,000 records about 75 ms on SQLite.
        """
        return self._send(
            "GET",
            "/api/backoffice/units/breakdown",
            (200,),
            query={"by": by, "filters": as_json(filters), "search": search},
        ).json()

    def view(self, id: str) -> Tuple[Unit, str]:
        """Get a unit. GET /api/backoffice/units/{id}"""
        return self._send("GET", f"/api/backoffice/units/{part(id)}", (200,)).tagged()

    def update(self, id: str, body: UnitPatch, *, if_match: str | None = None) -> Tuple[Unit, str]:
        """Change a unit. PATCH /api/backoffice/units/{id}

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        return self._send("PATCH", f"/api/backoffice/units/{part(id)}", (200,), body=body, match=if_match).tagged()

    def delete(self, id: str, *, if_match: str | None = None) -> None:
        """Delete a unit. DELETE /api/backoffice/units/{id}

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        self._send("DELETE", f"/api/backoffice/units/{part(id)}", (204,), match=if_match).none()

    def history(self, id: str, *, page: int | None = None, limit: int | None = None) -> RevisionPage:
        """Get the history of a unit. GET /api/backoffice/units/{id}/history"""
        return self._send(
            "GET",
            f"/api/backoffice/units/{part(id)}/history",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def deleted(self, *, page: int | None = None, limit: int | None = None) -> DeletedRecordPage:
        """List deleted units. GET /api/backoffice/units/deleted"""
        return self._send("GET", "/api/backoffice/units/deleted", (200,), query={"page": page, "limit": limit}).json()

    def duplicates(self, *, page: int | None = None, limit: int | None = None) -> DuplicateGroupPage:
        """List likely duplicates among units. GET /api/backoffice/units/duplicates

        Groups records whose title or key differ in nothing but case, spaces, punctuation and forms of Arabic
        letters. Each record is read once.
        """
        return self._send(
            "GET",
            "/api/backoffice/units/duplicates",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def restore(
        self,
        id: str,
        body: Restore,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Tuple[Unit, str]:
        """Restore an earlier version of a unit. POST /api/backoffice/units/{id}/restore"""
        return self._send(
            "POST",
            f"/api/backoffice/units/{part(id)}/restore",
            (200,),
            body=body,
            key=idempotency_key,
            match=if_match,
        ).tagged()

    def import_(
        self,
        *,
        file: Upload,
        dry_run: bool | None = None,
        plan: bool | None = None,
        existing: Literal["error", "skip", "update"] | None = None,
        repeated: Literal["error", "first", "last"] | None = None,
        empty: Literal["keep", "clear"] | None = None,
        mapping: str | None = None,
        separator: Literal["comma", "semicolon", "tab", "bar"] | None = None,
        encoding: str | None = None,
        date_order: Literal["dayMonthYear", "monthDayYear", "yearMonthDay"] | None = None,
        numbers: Literal["point", "comma"] | None = None,
        idempotency_key: str | None = None,
    ) -> ImportReport | ChangeSet:
        """Import units from a table. POST /api/backoffice/units/import"""
        return self._send(
            "POST",
            "/api/backoffice/units/import",
            (200, 201),
            query={"dryRun": dry_run, "plan": plan, "existing": existing, "repeated": repeated, "empty": empty},
            form={
                "file": file,
                "mapping": mapping,
                "separator": separator,
                "encoding": encoding,
                "dateOrder": date_order,
                "numbers": numbers,
            },
            key=idempotency_key,
        ).json()

    def bulk_delete(
        self,
        body: UnitBulkDeleteBody,
        *,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> BulkDeleted:
        """Delete several units, all or none. POST /api/backoffice/units/delete"""
        return self._send(
            "POST",
            "/api/backoffice/units/delete",
            (200,),
            query={"dryRun": dry_run},
            body=body,
            key=idempotency_key,
        ).json()

    def file_list(
        self,
        id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        deleted: bool | None = None,
    ) -> RecordFilePage:
        """List the files of a unit. GET /api/backoffice/units/{id}/files"""
        return self._send(
            "GET",
            f"/api/backoffice/units/{part(id)}/files",
            (200,),
            query={"page": page, "limit": limit, "deleted": deleted},
        ).json()

    def file_create(self, id: str, *, file: Upload, idempotency_key: str | None = None) -> RecordFile:
        """Attach a file to a unit. POST /api/backoffice/units/{id}/files

        A PDF, a JPEG, PNG or WebP picture, or a Word or Excel document without macros.
        """
        return self._send(
            "POST",
            f"/api/backoffice/units/{part(id)}/files",
            (201,),
            form={"file": file},
            key=idempotency_key,
        ).json()

    def file_view(self, id: str, file_id: str) -> Download:
        """Download a file of a unit. GET /api/backoffice/units/{id}/files/{fileId}"""
        return self._send("GET", f"/api/backoffice/units/{part(id)}/files/{part(file_id)}", (200,)).stream()

    def file_delete(self, id: str, file_id: str) -> None:
        """Delete a file of a unit. DELETE /api/backoffice/units/{id}/files/{fileId}"""
        self._send("DELETE", f"/api/backoffice/units/{part(id)}/files/{part(file_id)}", (204,)).none()

    def comment_list(self, id: str, *, page: int | None = None, limit: int | None = None) -> RecordCommentPage:
        """List the comments on a unit. GET /api/backoffice/units/{id}/comments"""
        return self._send(
            "GET",
            f"/api/backoffice/units/{part(id)}/comments",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def comment_create(self, id: str, body: RecordCommentInput, *, idempotency_key: str | None = None) -> RecordComment:
        """Comment on a unit. POST /api/backoffice/units/{id}/comments"""
        return self._send(
            "POST",
            f"/api/backoffice/units/{part(id)}/comments",
            (201,),
            body=body,
            key=idempotency_key,
        ).json()

    def comment_people(self, id: str, *, search: str | None = None) -> MentionableUsers:
        """List the users whom a comment on a unit may mention. GET /api/backoffice/units/{id}/comments/people"""
        return self._send(
            "GET",
            f"/api/backoffice/units/{part(id)}/comments/people",
            (200,),
            query={"search": search},
        ).json()

    def comment_update(self, id: str, comment_id: str, body: RecordCommentPatch) -> RecordComment:
        """Edit a comment on a unit. PATCH /api/backoffice/units/{id}/comments/{commentId}"""
        return self._send(
            "PATCH",
            f"/api/backoffice/units/{part(id)}/comments/{part(comment_id)}",
            (200,),
            body=body,
        ).json()

    def comment_delete(self, id: str, comment_id: str) -> None:
        """Delete a comment on a unit. DELETE /api/backoffice/units/{id}/comments/{commentId}"""
        self._send("DELETE", f"/api/backoffice/units/{part(id)}/comments/{part(comment_id)}", (204,)).none()

    def project_with_units(self, id: str) -> ProjectWithUnits:
        """Get a project with its units. GET /api/backoffice/projects/{id}/with-units"""
        return self._send("GET", f"/api/backoffice/projects/{part(id)}/with-units", (200,)).json()


class RotationsApi(Group):
    """The projects to assess in each week."""

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: WeeklyRotationSort | None = None,
        sort_by: Literal["_id", "name", "weekStart", "createdAt", "updatedAt"] | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> RotationPage:
        """List weekly rotations. GET /api/backoffice/projects/weekly-rotations"""
        return self._send(
            "GET",
            "/api/backoffice/projects/weekly-rotations",
            (200,),
            query={
                "page": page,
                "limit": limit,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).json()

    def create(self, body: RotationInput, *, idempotency_key: str | None = None) -> Tuple[Rotation, str]:
        """Create a weekly rotation. POST /api/backoffice/projects/weekly-rotations

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        return self._send(
            "POST",
            "/api/backoffice/projects/weekly-rotations",
            (201,),
            body=body,
            key=idempotency_key,
        ).tagged()

    def bulk_update(self, body: WeeklyRotationBulkUpdateBody, *, dry_run: bool | None = None) -> BulkUpdated:
        """Change several weekly rotations, all or none. PATCH /api/backoffice/projects/weekly-rotations"""
        return self._send(
            "PATCH",
            "/api/backoffice/projects/weekly-rotations",
            (200,),
            query={"dryRun": dry_run},
            body=body,
        ).json()

    def filter_definitions(self) -> List[FilterDefinition]:
        """List what weekly rotations can be filtered by. GET
        /api/backoffice/projects/weekly-rotations/filter-definitions
        """
        return self._send("GET", "/api/backoffice/projects/weekly-rotations/filter-definitions", (200,)).json()

    def export(
        self,
        *,
        format: Literal["csv", "xlsx"] | None = None,
        byte_order_mark: bool | None = None,
        sort: WeeklyRotationSort | None = None,
        sort_by: Literal["_id", "name", "weekStart", "createdAt", "updatedAt"] | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Download:
        """Export weekly rotations as a table. GET /api/backoffice/projects/weekly-rotations/export"""
        return self._send(
            "GET",
            "/api/backoffice/projects/weekly-rotations/export",
            (200,),
            query={
                "format": format,
                "byteOrderMark": byte_order_mark,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).stream()

    def view(self, id: str) -> Tuple[Rotation, str]:
        """Get a weekly rotation. GET /api/backoffice/projects/weekly-rotations/{id}"""
        return self._send("GET", f"/api/backoffice/projects/weekly-rotations/{part(id)}", (200,)).tagged()

    def update(self, id: str, body: RotationPatch, *, if_match: str | None = None) -> Tuple[Rotation, str]:
        """Change a weekly rotation. PATCH /api/backoffice/projects/weekly-rotations/{id}

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        return self._send(
            "PATCH",
            f"/api/backoffice/projects/weekly-rotations/{part(id)}",
            (200,),
            body=body,
            match=if_match,
        ).tagged()

    def delete(self, id: str, *, if_match: str | None = None) -> None:
        """Delete a weekly rotation. DELETE /api/backoffice/projects/weekly-rotations/{id}

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        self._send("DELETE", f"/api/backoffice/projects/weekly-rotations/{part(id)}", (204,), match=if_match).none()

    def history(self, id: str, *, page: int | None = None, limit: int | None = None) -> RevisionPage:
        """Get the history of a weekly rotation. GET /api/backoffice/projects/weekly-rotations/{id}/history"""
        return self._send(
            "GET",
            f"/api/backoffice/projects/weekly-rotations/{part(id)}/history",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def deleted(self, *, page: int | None = None, limit: int | None = None) -> DeletedRecordPage:
        """List deleted weekly rotations. GET /api/backoffice/projects/weekly-rotations/deleted"""
        return self._send(
            "GET",
            "/api/backoffice/projects/weekly-rotations/deleted",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def duplicates(self, *, page: int | None = None, limit: int | None = None) -> DuplicateGroupPage:
        """List likely duplicates among weekly rotations. GET /api/backoffice/projects/weekly-rotations/duplicates

        Groups records whose title or key differ in nothing but case, spaces, punctuation and forms of Arabic
        letters. Each record is read once.
        """
        return self._send(
            "GET",
            "/api/backoffice/projects/weekly-rotations/duplicates",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def restore(
        self,
        id: str,
        body: Restore,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Tuple[Rotation, str]:
        """Restore an earlier version of a weekly rotation. POST
        /api/backoffice/projects/weekly-rotations/{id}/restore
        """
        return self._send(
            "POST",
            f"/api/backoffice/projects/weekly-rotations/{part(id)}/restore",
            (200,),
            body=body,
            key=idempotency_key,
            match=if_match,
        ).tagged()

    def import_(
        self,
        *,
        file: Upload,
        dry_run: bool | None = None,
        plan: bool | None = None,
        existing: Literal["error", "skip", "update"] | None = None,
        repeated: Literal["error", "first", "last"] | None = None,
        empty: Literal["keep", "clear"] | None = None,
        mapping: str | None = None,
        separator: Literal["comma", "semicolon", "tab", "bar"] | None = None,
        encoding: str | None = None,
        date_order: Literal["dayMonthYear", "monthDayYear", "yearMonthDay"] | None = None,
        numbers: Literal["point", "comma"] | None = None,
        idempotency_key: str | None = None,
    ) -> ImportReport | ChangeSet:
        """Import weekly rotations from a table. POST /api/backoffice/projects/weekly-rotations/import"""
        return self._send(
            "POST",
            "/api/backoffice/projects/weekly-rotations/import",
            (200, 201),
            query={"dryRun": dry_run, "plan": plan, "existing": existing, "repeated": repeated, "empty": empty},
            form={
                "file": file,
                "mapping": mapping,
                "separator": separator,
                "encoding": encoding,
                "dateOrder": date_order,
                "numbers": numbers,
            },
            key=idempotency_key,
        ).json()

    def bulk_delete(
        self,
        body: WeeklyRotationBulkDeleteBody,
        *,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> BulkDeleted:
        """Delete several weekly rotations, all or none. POST /api/backoffice/projects/weekly-rotations/delete"""
        return self._send(
            "POST",
            "/api/backoffice/projects/weekly-rotations/delete",
            (200,),
            query={"dryRun": dry_run},
            body=body,
            key=idempotency_key,
        ).json()

    def file_list(
        self,
        id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        deleted: bool | None = None,
    ) -> RecordFilePage:
        """List the files of a weekly rotation. GET /api/backoffice/projects/weekly-rotations/{id}/files"""
        return self._send(
            "GET",
            f"/api/backoffice/projects/weekly-rotations/{part(id)}/files",
            (200,),
            query={"page": page, "limit": limit, "deleted": deleted},
        ).json()

    def file_create(self, id: str, *, file: Upload, idempotency_key: str | None = None) -> RecordFile:
        """Attach a file to a weekly rotation. POST /api/backoffice/projects/weekly-rotations/{id}/files

        A PDF, a JPEG, PNG or WebP picture, or a Word or Excel document without macros.
        """
        return self._send(
            "POST",
            f"/api/backoffice/projects/weekly-rotations/{part(id)}/files",
            (201,),
            form={"file": file},
            key=idempotency_key,
        ).json()

    def file_view(self, id: str, file_id: str) -> Download:
        """Download a file of a weekly rotation. GET /api/backoffice/projects/weekly-rotations/{id}/files/{fileId}"""
        return self._send(
            "GET",
            f"/api/backoffice/projects/weekly-rotations/{part(id)}/files/{part(file_id)}",
            (200,),
        ).stream()

    def file_delete(self, id: str, file_id: str) -> None:
        """Delete a file of a weekly rotation. DELETE /api/backoffice/projects/weekly-rotations/{id}/files/{fileId}"""
        self._send(
            "DELETE",
            f"/api/backoffice/projects/weekly-rotations/{part(id)}/files/{part(file_id)}",
            (204,),
        ).none()

    def comment_list(self, id: str, *, page: int | None = None, limit: int | None = None) -> RecordCommentPage:
        """List the comments on a weekly rotation. GET /api/backoffice/projects/weekly-rotations/{id}/comments"""
        return self._send(
            "GET",
            f"/api/backoffice/projects/weekly-rotations/{part(id)}/comments",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def comment_create(self, id: str, body: RecordCommentInput, *, idempotency_key: str | None = None) -> RecordComment:
        """Comment on a weekly rotation. POST /api/backoffice/projects/weekly-rotations/{id}/comments"""
        return self._send(
            "POST",
            f"/api/backoffice/projects/weekly-rotations/{part(id)}/comments",
            (201,),
            body=body,
            key=idempotency_key,
        ).json()

    def comment_people(self, id: str, *, search: str | None = None) -> MentionableUsers:
        """List the users whom a comment on a weekly rotation may mention. GET
        /api/backoffice/projects/weekly-rotations/{id}/comments/people
        """
        return self._send(
            "GET",
            f"/api/backoffice/projects/weekly-rotations/{part(id)}/comments/people",
            (200,),
            query={"search": search},
        ).json()

    def comment_update(self, id: str, comment_id: str, body: RecordCommentPatch) -> RecordComment:
        """Edit a comment on a weekly rotation. PATCH
        /api/backoffice/projects/weekly-rotations/{id}/comments/{commentId}
        """
        return self._send(
            "PATCH",
            f"/api/backoffice/projects/weekly-rotations/{part(id)}/comments/{part(comment_id)}",
            (200,),
            body=body,
        ).json()

    def comment_delete(self, id: str, comment_id: str) -> None:
        """Delete a comment on a weekly rotation. DELETE
        /api/backoffice/projects/weekly-rotations/{id}/comments/{commentId}
        """
        self._send(
            "DELETE",
            f"/api/backoffice/projects/weekly-rotations/{part(id)}/comments/{part(comment_id)}",
            (204,),
        ).none()

    def add(
        self,
        id: str,
        body: AddProjects,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Tuple[Rotation, str]:
        """Add Projects. POST /api/backoffice/projects/weekly-rotations/{id}/add

        A rotation has at most ten projects. If there would be more, none is added.
        """
        return self._send(
            "POST",
            f"/api/backoffice/projects/weekly-rotations/{part(id)}/add",
            (200,),
            body=body,
            key=idempotency_key,
            match=if_match,
        ).tagged()

    def bulk_add(
        self,
        body: WeeklyRotationBulkAddBody,
        *,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> BulkPerformed:
        """Add Projects for several weekly rotations. POST /api/backoffice/projects/weekly-rotations/verbs/add

        Each record has an outcome of its own: what is refused for one is done for the others.
        """
        return self._send(
            "POST",
            "/api/backoffice/projects/weekly-rotations/verbs/add",
            (200,),
            query={"dryRun": dry_run},
            body=body,
            key=idempotency_key,
        ).json()

    def remove(
        self,
        id: str,
        body: RemoveProject,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Tuple[Rotation, str]:
        """Remove Project. POST /api/backoffice/projects/weekly-rotations/{id}/remove"""
        return self._send(
            "POST",
            f"/api/backoffice/projects/weekly-rotations/{part(id)}/remove",
            (200,),
            body=body,
            key=idempotency_key,
            match=if_match,
        ).tagged()

    def bulk_remove(
        self,
        body: WeeklyRotationBulkRemoveBody,
        *,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> BulkPerformed:
        """Remove Project for several weekly rotations. POST /api/backoffice/projects/weekly-rotations/verbs/remove

        Each record has an outcome of its own: what is refused for one is done for the others.
        """
        return self._send(
            "POST",
            "/api/backoffice/projects/weekly-rotations/verbs/remove",
            (200,),
            query={"dryRun": dry_run},
            body=body,
            key=idempotency_key,
        ).json()

    def weekly_selection_view(self) -> WeeklySelection:
        """Get this week's projects. GET /api/projects/weekly-selection

        The weekly rotation of the current week in Asia/Dubai.
        """
        return self._send("GET", "/api/projects/weekly-selection", (200,)).json()

    def planning(self, *, project: List[str]) -> RotationPlanning:
        """Get coverage and last rotations of projects. GET /api/backoffice/rotation-planning

        For planning a week: how many units of each project enough estimators have assessed, and when the project
        was last in a rotation. Identifiers of no project have no units.
        """
        return self._send("GET", "/api/backoffice/rotation-planning", (200,), query={"project": project}).json()


class EstimationsApi(Group):
    """Estimated rents of units, by estimator."""

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: EstimateSort | None = None,
        sort_by: EstimateSortBy | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> EstimationPage:
        """List estimates. GET /api/backoffice/estimations"""
        return self._send(
            "GET",
            "/api/backoffice/estimations",
            (200,),
            query={
                "page": page,
                "limit": limit,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).json()

    def filter_definitions(self) -> List[FilterDefinition]:
        """List what estimates can be filtered by. GET /api/backoffice/estimations/filter-definitions"""
        return self._send("GET", "/api/backoffice/estimations/filter-definitions", (200,)).json()

    def export(
        self,
        *,
        format: Literal["csv", "xlsx"] | None = None,
        byte_order_mark: bool | None = None,
        sort: EstimateSort | None = None,
        sort_by: EstimateSortBy | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Download:
        """Export estimates as a table. GET /api/backoffice/estimations/export"""
        return self._send(
            "GET",
            "/api/backoffice/estimations/export",
            (200,),
            query={
                "format": format,
                "byteOrderMark": byte_order_mark,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).stream()

    def breakdown(
        self,
        *,
        by: Literal["unit", "project", "agent"],
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Breakdown:
        """How many estimations there are of each value of a field. GET /api/backoffice/estimations/breakdown

        Counts the records that the list would show. The values of most records come first, at most 50; `total`
        counts all that match. Without a search or a filter the field's index is read, which costs as much as it
        has rows: at 1,000,000 records about 75 ms on SQLite.
        """
        return self._send(
            "GET",
            "/api/backoffice/estimations/breakdown",
            (200,),
            query={"by": by, "filters": as_json(filters), "search": search},
        ).json()

    def view(self, id: str) -> Tuple[Estimation, str]:
        """Get an estimate. GET /api/backoffice/estimations/{id}"""
        return self._send("GET", f"/api/backoffice/estimations/{part(id)}", (200,)).tagged()

    def history(self, id: str, *, page: int | None = None, limit: int | None = None) -> RevisionPage:
        """Get the history of an estimate. GET /api/backoffice/estimations/{id}/history"""
        return self._send(
            "GET",
            f"/api/backoffice/estimations/{part(id)}/history",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def comment_list(self, id: str, *, page: int | None = None, limit: int | None = None) -> RecordCommentPage:
        """List the comments on an estimate. GET /api/backoffice/estimations/{id}/comments"""
        return self._send(
            "GET",
            f"/api/backoffice/estimations/{part(id)}/comments",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def comment_create(self, id: str, body: RecordCommentInput, *, idempotency_key: str | None = None) -> RecordComment:
        """Comment on an estimate. POST /api/backoffice/estimations/{id}/comments"""
        return self._send(
            "POST",
            f"/api/backoffice/estimations/{part(id)}/comments",
            (201,),
            body=body,
            key=idempotency_key,
        ).json()

    def comment_people(self, id: str, *, search: str | None = None) -> MentionableUsers:
        """List the users whom a comment on an estimate may mention. GET
        /api/backoffice/estimations/{id}/comments/people
        """
        return self._send(
            "GET",
            f"/api/backoffice/estimations/{part(id)}/comments/people",
            (200,),
            query={"search": search},
        ).json()

    def comment_update(self, id: str, comment_id: str, body: RecordCommentPatch) -> RecordComment:
        """Edit a comment on an estimate. PATCH /api/backoffice/estimations/{id}/comments/{commentId}"""
        return self._send(
            "PATCH",
            f"/api/backoffice/estimations/{part(id)}/comments/{part(comment_id)}",
            (200,),
            body=body,
        ).json()

    def comment_delete(self, id: str, comment_id: str) -> None:
        """Delete a comment on an estimate. DELETE /api/backoffice/estimations/{id}/comments/{commentId}"""
        self._send("DELETE", f"/api/backoffice/estimations/{part(id)}/comments/{part(comment_id)}", (204,)).none()


class FlagsApi(Group):
    """Estimates worth a look: why, how far off, and the result of the review."""

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: FlagSort | None = None,
        sort_by: FlagSortBy | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> FlagPage:
        """List flags. GET /api/analytics/flags"""
        return self._send(
            "GET",
            "/api/analytics/flags",
            (200,),
            query={
                "page": page,
                "limit": limit,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).json()

    def bulk_update(self, body: FlagBulkUpdateBody, *, dry_run: bool | None = None) -> BulkUpdated:
        """Change several flags, all or none. PATCH /api/analytics/flags"""
        return self._send("PATCH", "/api/analytics/flags", (200,), query={"dryRun": dry_run}, body=body).json()

    def filter_definitions(self) -> List[FilterDefinition]:
        """List what flags can be filtered by. GET /api/analytics/flags/filter-definitions"""
        return self._send("GET", "/api/analytics/flags/filter-definitions", (200,)).json()

    def export(
        self,
        *,
        format: Literal["csv", "xlsx"] | None = None,
        byte_order_mark: bool | None = None,
        sort: FlagSort | None = None,
        sort_by: FlagSortBy | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Download:
        """Export flags as a table. GET /api/analytics/flags/export"""
        return self._send(
            "GET",
            "/api/analytics/flags/export",
            (200,),
            query={
                "format": format,
                "byteOrderMark": byte_order_mark,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).stream()

    def breakdown(
        self,
        *,
        by: Literal["kind", "unit", "project", "agent", "looked"],
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Breakdown:
        """How many flags there are of each value of a field. GET /api/analytics/flags/breakdown

        Counts the records that the list would show. The values of most records come first, at most 50; `total`
        counts all that match. Without a search or a filter the field's index is read, which costs as much as it
        has rows: at 1,000,000 records about 75 ms on SQLite.
        """
        return self._send(
            "GET",
            "/api/analytics/flags/breakdown",
            (200,),
            query={"by": by, "filters": as_json(filters), "search": search},
        ).json()

    def view(self, id: str) -> Tuple[Flag, str]:
        """Get a flag. GET /api/analytics/flags/{id}"""
        return self._send("GET", f"/api/analytics/flags/{part(id)}", (200,)).tagged()

    def update(self, id: str, body: FlagPatch, *, if_match: str | None = None) -> Tuple[Flag, str]:
        """Change a flag. PATCH /api/analytics/flags/{id}

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        return self._send("PATCH", f"/api/analytics/flags/{part(id)}", (200,), body=body, match=if_match).tagged()

    def history(self, id: str, *, page: int | None = None, limit: int | None = None) -> RevisionPage:
        """Get the history of a flag. GET /api/analytics/flags/{id}/history"""
        return self._send(
            "GET",
            f"/api/analytics/flags/{part(id)}/history",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def restore(
        self,
        id: str,
        body: Restore,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Tuple[Flag, str]:
        """Restore an earlier version of a flag. POST /api/analytics/flags/{id}/restore"""
        return self._send(
            "POST",
            f"/api/analytics/flags/{part(id)}/restore",
            (200,),
            body=body,
            key=idempotency_key,
            match=if_match,
        ).tagged()

    def file_list(
        self,
        id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        deleted: bool | None = None,
    ) -> RecordFilePage:
        """List the files of a flag. GET /api/analytics/flags/{id}/files"""
        return self._send(
            "GET",
            f"/api/analytics/flags/{part(id)}/files",
            (200,),
            query={"page": page, "limit": limit, "deleted": deleted},
        ).json()

    def file_create(self, id: str, *, file: Upload, idempotency_key: str | None = None) -> RecordFile:
        """Attach a file to a flag. POST /api/analytics/flags/{id}/files

        A PDF, a JPEG, PNG or WebP picture, or a Word or Excel document without macros.
        """
        return self._send(
            "POST",
            f"/api/analytics/flags/{part(id)}/files",
            (201,),
            form={"file": file},
            key=idempotency_key,
        ).json()

    def file_view(self, id: str, file_id: str) -> Download:
        """Download a file of a flag. GET /api/analytics/flags/{id}/files/{fileId}"""
        return self._send("GET", f"/api/analytics/flags/{part(id)}/files/{part(file_id)}", (200,)).stream()

    def file_delete(self, id: str, file_id: str) -> None:
        """Delete a file of a flag. DELETE /api/analytics/flags/{id}/files/{fileId}"""
        self._send("DELETE", f"/api/analytics/flags/{part(id)}/files/{part(file_id)}", (204,)).none()

    def comment_list(self, id: str, *, page: int | None = None, limit: int | None = None) -> RecordCommentPage:
        """List the comments on a flag. GET /api/analytics/flags/{id}/comments"""
        return self._send(
            "GET",
            f"/api/analytics/flags/{part(id)}/comments",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def comment_create(self, id: str, body: RecordCommentInput, *, idempotency_key: str | None = None) -> RecordComment:
        """Comment on a flag. POST /api/analytics/flags/{id}/comments"""
        return self._send(
            "POST",
            f"/api/analytics/flags/{part(id)}/comments",
            (201,),
            body=body,
            key=idempotency_key,
        ).json()

    def comment_people(self, id: str, *, search: str | None = None) -> MentionableUsers:
        """List the users whom a comment on a flag may mention. GET /api/analytics/flags/{id}/comments/people"""
        return self._send(
            "GET",
            f"/api/analytics/flags/{part(id)}/comments/people",
            (200,),
            query={"search": search},
        ).json()

    def comment_update(self, id: str, comment_id: str, body: RecordCommentPatch) -> RecordComment:
        """Edit a comment on a flag. PATCH /api/analytics/flags/{id}/comments/{commentId}"""
        return self._send(
            "PATCH",
            f"/api/analytics/flags/{part(id)}/comments/{part(comment_id)}",
            (200,),
            body=body,
        ).json()

    def comment_delete(self, id: str, comment_id: str) -> None:
        """Delete a comment on a flag. DELETE /api/analytics/flags/{id}/comments/{commentId}"""
        self._send("DELETE", f"/api/analytics/flags/{part(id)}/comments/{part(comment_id)}", (204,)).none()


class AssessmentsApi(Group):
    """An estimator's work: projects to assess, and the estimator's own estimates."""

    def list(self, *, project_id: str) -> List[Assessment]:
        """List one's own estimates for a project. GET /api/assessments

        In natural order of the units' numbers; empty when there are none.
        """
        return self._send("GET", "/api/assessments", (200,), query={"projectId": project_id}).json()

    def save(self, body: AssessmentInput, *, idempotency_key: str | None = None) -> SavedAssessment:
        """Save an estimate. POST /api/assessments

        Creates the caller's estimate for a unit, or replaces it. The former estimate stays in the history. Saving
        the same estimate again changes nothing. The answer has the position of the estimate among the others', in
        coarse steps.
        """
        return self._send("POST", "/api/assessments", (200, 201), body=body, key=idempotency_key).json()

    def submit(self, body: SubmissionInput, *, idempotency_key: str | None = None) -> List[SavedAssessment]:
        """Save several estimates for a project. POST /api/assessments/submissions

        All of them or none, each under the rules for a single one: for a phone that was offline.
        """
        return self._send("POST", "/api/assessments/submissions", (200,), body=body, key=idempotency_key).json()

    def estimator_project_list(
        self,
        *,
        filter: Literal["all", "this-week", "not-started", "in-progress", "completed"] | None = None,
        page: int | None = None,
        limit: int | None = None,
        sort: AssessmentsSort | None = None,
        sort_by: AssessmentsSortBy | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> ProjectForEstimatorsPage:
        """List the projects to assess. GET /api/projects

        With the progress of the caller and of the others. `filter` selects by the caller's own estimates; the
        other parameters are those of every list of projects.
        """
        return self._send(
            "GET",
            "/api/projects",
            (200,),
            query={
                "filter": filter,
                "page": page,
                "limit": limit,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).json()

    def estimator_project_image(
        self,
        id: str,
        file: str,
        *,
        size: Literal["small", "large", "full"] | None = None,
    ) -> Download:
        """An image of a project to assess. GET /api/projects/{id}/images/{file}"""
        return self._send("GET", f"/api/projects/{part(id)}/images/{part(file)}", (200,), query={"size": size}).stream()

    def estimator_project_with_units(self, id: str) -> ProjectWithUnitsForEstimators:
        """Get a project to assess. GET /api/projects/{id}/with-units

        With its units, in natural order of their numbers, without their listed rents.
        """
        return self._send("GET", f"/api/projects/{part(id)}/with-units", (200,)).json()


class LeaderboardApi(Group):
    """Estimators, ranked by how close they come to the estimates of the others."""

    def view(self, *, period: Literal["all", "month", "week"] | None = None) -> Leaderboard:
        """Get the leaderboard. GET /api/estimations/leaderboard

        Ranks estimators by how close they come to the estimates of the others for the same units, on a scale from
        0 to 100. An estimate is scored some minutes after it was first saved in a week, as it is then; what is
        saved later in the week does not change the score. A week runs from Monday to Sunday in Asia/Dubai. The
        scores of a week are final once it has ended; longer periods add them up. `previousRank` is the rank when
        last week ended.
        """
        return self._send("GET", "/api/estimations/leaderboard", (200,), query={"period": period}).json()


class AnalyticsApi(Group):
    """Measures, grouped, filtered and compared."""

    def overview(self) -> Overview:
        """Get the key metrics of this week. GET /api/analytics/overview

        Each with its value at the beginning of the week.
        """
        return self._send("GET", "/api/analytics/overview", (200,)).json()

    def chart(self, name: str) -> ExplorerChart:
        """Get the values of a chart. GET /api/analytics/charts/{name}

        `x-explorer` lists the charts. Rows, values and their `n` are those of the explorer.
        """
        return self._send("GET", f"/api/analytics/charts/{part(name)}", (200,)).json()

    def explore(
        self,
        *,
        dataset: Literal["units", "assessments", "estimators", "projects"],
        measures: List[AnalyticsMeasures],
        rows: AnalyticsRows | None = None,
        cols: AnalyticsCols | None = None,
        filters: FilterGroup | None = None,
        from_: str | None = None,
        to: str | None = None,
        grain: Literal["day", "week", "month"] | None = None,
        chart: Literal["table", "bar", "line", "scatter", "heat", "histogram"] | None = None,
        sort: AnalyticsSort | None = None,
        limit: int | None = None,
        compare: Literal["previous", "listed"] | None = None,
    ) -> ExplorerAnswer:
        """Query measures of a dataset. GET /api/analytics/explore

        Grouped by up to two dimensions. `x-explorer` lists the possible values of the parameters. Each value has
        its `n`, the number of facts that it is computed from: facts without something that the measure needs,
        such as a price above zero, are left out.
        """
        return self._send(
            "GET",
            "/api/analytics/explore",
            (200,),
            query={
                "dataset": dataset,
                "measures": measures,
                "rows": rows,
                "cols": cols,
                "filters": as_json(filters),
                "from": from_,
                "to": to,
                "grain": grain,
                "chart": chart,
                "sort": sort,
                "limit": limit,
                "compare": compare,
            },
        ).json()

    def export(
        self,
        *,
        dataset: Literal["units", "assessments", "estimators", "projects"],
        measures: List[AnalyticsMeasures],
        format: Literal["csv", "xlsx"] | None = None,
        byte_order_mark: bool | None = None,
        rows: AnalyticsRows | None = None,
        cols: AnalyticsCols | None = None,
        filters: FilterGroup | None = None,
        from_: str | None = None,
        to: str | None = None,
        grain: Literal["day", "week", "month"] | None = None,
        chart: Literal["table", "bar", "line", "scatter", "heat", "histogram"] | None = None,
        sort: AnalyticsSort | None = None,
        limit: int | None = None,
        compare: Literal["previous", "listed"] | None = None,
    ) -> Download:
        """Export measures of a dataset. GET /api/analytics/explore/export

        CSV has a line for each row, or for each row and column that has facts: the label and the key of each
        dimension, then every value with its `n`. A workbook is the table as screens show it: a row for each row,
        and across it the values of each column, with labels, units and numbers.
        """
        return self._send(
            "GET",
            "/api/analytics/explore/export",
            (200,),
            query={
                "format": format,
                "byteOrderMark": byte_order_mark,
                "dataset": dataset,
                "measures": measures,
                "rows": rows,
                "cols": cols,
                "filters": as_json(filters),
                "from": from_,
                "to": to,
                "grain": grain,
                "chart": chart,
                "sort": sort,
                "limit": limit,
                "compare": compare,
            },
        ).stream()

    def records(
        self,
        *,
        dataset: Literal["units", "assessments", "estimators", "projects"],
        measures: List[AnalyticsMeasures],
        row: List[str] | None = None,
        col: List[str] | None = None,
        page: int | None = None,
        rows: AnalyticsRows | None = None,
        cols: AnalyticsCols | None = None,
        filters: FilterGroup | None = None,
        from_: str | None = None,
        to: str | None = None,
        grain: Literal["day", "week", "month"] | None = None,
        chart: Literal["table", "bar", "line", "scatter", "heat", "histogram"] | None = None,
        sort: AnalyticsSort | None = None,
        limit: int | None = None,
        compare: Literal["previous", "listed"] | None = None,
    ) -> ExplorerRecords:
        """List the records behind a value. GET /api/analytics/explore/records

        Lists the records of the dataset's resource whose facts the value is computed from, each with the measures
        of its own facts only. `sort` and `limit` are those of this list: `row` is the order of their titles.
        Comparisons are left out.
        """
        return self._send(
            "GET",
            "/api/analytics/explore/records",
            (200,),
            query={
                "row": row,
                "col": col,
                "page": page,
                "dataset": dataset,
                "measures": measures,
                "rows": rows,
                "cols": cols,
                "filters": as_json(filters),
                "from": from_,
                "to": to,
                "grain": grain,
                "chart": chart,
                "sort": sort,
                "limit": limit,
                "compare": compare,
            },
        ).json()

    def records_export(
        self,
        *,
        dataset: Literal["units", "assessments", "estimators", "projects"],
        measures: List[AnalyticsMeasures],
        row: List[str] | None = None,
        col: List[str] | None = None,
        format: Literal["csv", "xlsx"] | None = None,
        byte_order_mark: bool | None = None,
        rows: AnalyticsRows | None = None,
        cols: AnalyticsCols | None = None,
        filters: FilterGroup | None = None,
        from_: str | None = None,
        to: str | None = None,
        grain: Literal["day", "week", "month"] | None = None,
        chart: Literal["table", "bar", "line", "scatter", "heat", "histogram"] | None = None,
        sort: AnalyticsSort | None = None,
        limit: int | None = None,
        compare: Literal["previous", "listed"] | None = None,
    ) -> Download:
        """Export the records behind a value. GET /api/analytics/explore/records/export

        Exports all of them, in the requested order: title and identifier, then every measure with its `n`.
        """
        return self._send(
            "GET",
            "/api/analytics/explore/records/export",
            (200,),
            query={
                "row": row,
                "col": col,
                "format": format,
                "byteOrderMark": byte_order_mark,
                "dataset": dataset,
                "measures": measures,
                "rows": rows,
                "cols": cols,
                "filters": as_json(filters),
                "from": from_,
                "to": to,
                "grain": grain,
                "chart": chart,
                "sort": sort,
                "limit": limit,
                "compare": compare,
            },
        ).stream()


class WebhooksApi(Group):
    """Addresses to which changes of records are sent as they happen."""

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: WebhookSort | None = None,
        sort_by: Literal["_id", "url", "active", "description", "createdAt", "updatedAt"] | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> WebhookPage:
        """List webhooks. GET /api/backoffice/webhooks"""
        return self._send(
            "GET",
            "/api/backoffice/webhooks",
            (200,),
            query={
                "page": page,
                "limit": limit,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).json()

    def create(self, body: WebhookInput, *, idempotency_key: str | None = None) -> Tuple[Webhook, str]:
        """Create a webhook. POST /api/backoffice/webhooks

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        return self._send("POST", "/api/backoffice/webhooks", (201,), body=body, key=idempotency_key).tagged()

    def bulk_update(self, body: WebhookBulkUpdateBody, *, dry_run: bool | None = None) -> BulkUpdated:
        """Change several webhooks, all or none. PATCH /api/backoffice/webhooks"""
        return self._send("PATCH", "/api/backoffice/webhooks", (200,), query={"dryRun": dry_run}, body=body).json()

    def filter_definitions(self) -> List[FilterDefinition]:
        """List what webhooks can be filtered by. GET /api/backoffice/webhooks/filter-definitions"""
        return self._send("GET", "/api/backoffice/webhooks/filter-definitions", (200,)).json()

    def export(
        self,
        *,
        format: Literal["csv", "xlsx"] | None = None,
        byte_order_mark: bool | None = None,
        sort: WebhookSort | None = None,
        sort_by: Literal["_id", "url", "active", "description", "createdAt", "updatedAt"] | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Download:
        """Export webhooks as a table. GET /api/backoffice/webhooks/export"""
        return self._send(
            "GET",
            "/api/backoffice/webhooks/export",
            (200,),
            query={
                "format": format,
                "byteOrderMark": byte_order_mark,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).stream()

    def breakdown(
        self,
        *,
        by: Literal["active"],
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Breakdown:
        """How many webhooks there are of each value of a field. GET /api/backoffice/webhooks/breakdown

        Counts the records that the list would show. The values of most records come first, at most 50; `total`
        counts all that match. Without a search or a filter the field's index is read, which costs as much as it
        has rows: at 1,000,000 records about 75 ms on SQLite.
        """
        return self._send(
            "GET",
            "/api/backoffice/webhooks/breakdown",
            (200,),
            query={"by": by, "filters": as_json(filters), "search": search},
        ).json()

    def view(self, id: str) -> Tuple[Webhook, str]:
        """Get a webhook. GET /api/backoffice/webhooks/{id}"""
        return self._send("GET", f"/api/backoffice/webhooks/{part(id)}", (200,)).tagged()

    def update(self, id: str, body: WebhookPatch, *, if_match: str | None = None) -> Tuple[Webhook, str]:
        """Change a webhook. PATCH /api/backoffice/webhooks/{id}

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        return self._send("PATCH", f"/api/backoffice/webhooks/{part(id)}", (200,), body=body, match=if_match).tagged()

    def delete(self, id: str, *, if_match: str | None = None) -> None:
        """Delete a webhook. DELETE /api/backoffice/webhooks/{id}

        With the permission to `propose` alone, it becomes a change set, and the answer is a 202 with that.
        """
        self._send("DELETE", f"/api/backoffice/webhooks/{part(id)}", (204,), match=if_match).none()

    def history(self, id: str, *, page: int | None = None, limit: int | None = None) -> RevisionPage:
        """Get the history of a webhook. GET /api/backoffice/webhooks/{id}/history"""
        return self._send(
            "GET",
            f"/api/backoffice/webhooks/{part(id)}/history",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def deleted(self, *, page: int | None = None, limit: int | None = None) -> DeletedRecordPage:
        """List deleted webhooks. GET /api/backoffice/webhooks/deleted"""
        return self._send(
            "GET",
            "/api/backoffice/webhooks/deleted",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def duplicates(self, *, page: int | None = None, limit: int | None = None) -> DuplicateGroupPage:
        """List likely duplicates among webhooks. GET /api/backoffice/webhooks/duplicates

        Groups records whose title or key differ in nothing but case, spaces, punctuation and forms of Arabic
        letters. Each record is read once.
        """
        return self._send(
            "GET",
            "/api/backoffice/webhooks/duplicates",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def restore(
        self,
        id: str,
        body: Restore,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Tuple[Webhook, str]:
        """Restore an earlier version of a webhook. POST /api/backoffice/webhooks/{id}/restore"""
        return self._send(
            "POST",
            f"/api/backoffice/webhooks/{part(id)}/restore",
            (200,),
            body=body,
            key=idempotency_key,
            match=if_match,
        ).tagged()

    def import_(
        self,
        *,
        file: Upload,
        dry_run: bool | None = None,
        plan: bool | None = None,
        existing: Literal["error", "skip", "update"] | None = None,
        repeated: Literal["error", "first", "last"] | None = None,
        empty: Literal["keep", "clear"] | None = None,
        mapping: str | None = None,
        separator: Literal["comma", "semicolon", "tab", "bar"] | None = None,
        encoding: str | None = None,
        date_order: Literal["dayMonthYear", "monthDayYear", "yearMonthDay"] | None = None,
        numbers: Literal["point", "comma"] | None = None,
        idempotency_key: str | None = None,
    ) -> ImportReport | ChangeSet:
        """Import webhooks from a table. POST /api/backoffice/webhooks/import"""
        return self._send(
            "POST",
            "/api/backoffice/webhooks/import",
            (200, 201),
            query={"dryRun": dry_run, "plan": plan, "existing": existing, "repeated": repeated, "empty": empty},
            form={
                "file": file,
                "mapping": mapping,
                "separator": separator,
                "encoding": encoding,
                "dateOrder": date_order,
                "numbers": numbers,
            },
            key=idempotency_key,
        ).json()

    def bulk_delete(
        self,
        body: WebhookBulkDeleteBody,
        *,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> BulkDeleted:
        """Delete several webhooks, all or none. POST /api/backoffice/webhooks/delete"""
        return self._send(
            "POST",
            "/api/backoffice/webhooks/delete",
            (200,),
            query={"dryRun": dry_run},
            body=body,
            key=idempotency_key,
        ).json()

    def file_list(
        self,
        id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        deleted: bool | None = None,
    ) -> RecordFilePage:
        """List the files of a webhook. GET /api/backoffice/webhooks/{id}/files"""
        return self._send(
            "GET",
            f"/api/backoffice/webhooks/{part(id)}/files",
            (200,),
            query={"page": page, "limit": limit, "deleted": deleted},
        ).json()

    def file_create(self, id: str, *, file: Upload, idempotency_key: str | None = None) -> RecordFile:
        """Attach a file to a webhook. POST /api/backoffice/webhooks/{id}/files

        A PDF, a JPEG, PNG or WebP picture, or a Word or Excel document without macros.
        """
        return self._send(
            "POST",
            f"/api/backoffice/webhooks/{part(id)}/files",
            (201,),
            form={"file": file},
            key=idempotency_key,
        ).json()

    def file_view(self, id: str, file_id: str) -> Download:
        """Download a file of a webhook. GET /api/backoffice/webhooks/{id}/files/{fileId}"""
        return self._send("GET", f"/api/backoffice/webhooks/{part(id)}/files/{part(file_id)}", (200,)).stream()

    def file_delete(self, id: str, file_id: str) -> None:
        """Delete a file of a webhook. DELETE /api/backoffice/webhooks/{id}/files/{fileId}"""
        self._send("DELETE", f"/api/backoffice/webhooks/{part(id)}/files/{part(file_id)}", (204,)).none()

    def comment_list(self, id: str, *, page: int | None = None, limit: int | None = None) -> RecordCommentPage:
        """List the comments on a webhook. GET /api/backoffice/webhooks/{id}/comments"""
        return self._send(
            "GET",
            f"/api/backoffice/webhooks/{part(id)}/comments",
            (200,),
            query={"page": page, "limit": limit},
        ).json()

    def comment_create(self, id: str, body: RecordCommentInput, *, idempotency_key: str | None = None) -> RecordComment:
        """Comment on a webhook. POST /api/backoffice/webhooks/{id}/comments"""
        return self._send(
            "POST",
            f"/api/backoffice/webhooks/{part(id)}/comments",
            (201,),
            body=body,
            key=idempotency_key,
        ).json()

    def comment_people(self, id: str, *, search: str | None = None) -> MentionableUsers:
        """List the users whom a comment on a webhook may mention. GET /api/backoffice/webhooks/{id}/comments/people"""
        return self._send(
            "GET",
            f"/api/backoffice/webhooks/{part(id)}/comments/people",
            (200,),
            query={"search": search},
        ).json()

    def comment_update(self, id: str, comment_id: str, body: RecordCommentPatch) -> RecordComment:
        """Edit a comment on a webhook. PATCH /api/backoffice/webhooks/{id}/comments/{commentId}"""
        return self._send(
            "PATCH",
            f"/api/backoffice/webhooks/{part(id)}/comments/{part(comment_id)}",
            (200,),
            body=body,
        ).json()

    def comment_delete(self, id: str, comment_id: str) -> None:
        """Delete a comment on a webhook. DELETE /api/backoffice/webhooks/{id}/comments/{commentId}"""
        self._send("DELETE", f"/api/backoffice/webhooks/{part(id)}/comments/{part(comment_id)}", (204,)).none()

    def deliveries(
        self,
        id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        state: str | None = None,
    ) -> WebhookDeliveryPage:
        """List the deliveries of a webhook. GET /api/backoffice/webhooks/{id}/deliveries

        What was sent, and what became of it, the newest first. A delivery is stored for thirty days after its
        end.
        """
        return self._send(
            "GET",
            f"/api/backoffice/webhooks/{part(id)}/deliveries",
            (200,),
            query={"page": page, "limit": limit, "state": state},
        ).json()

    def delivery_replay(self, id: str, delivery_id: str, *, idempotency_key: str | None = None) -> WebhookDelivery:
        """Send a delivery again. POST /api/backoffice/webhooks/{id}/deliveries/{deliveryId}/replay

        The message is sent again at once, with the same `webhook-id`, and repeated for three days as a new one
        is. One that is pending is sent without waiting any longer.
        """
        return self._send(
            "POST",
            f"/api/backoffice/webhooks/{part(id)}/deliveries/{part(delivery_id)}/replay",
            (202,),
            key=idempotency_key,
        ).json()


class AuditApi(Group):
    """Sign-ins, refusals, tokens, policy, exports and imports: who, when, from where."""

    def list(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: AuditEventSort | None = None,
        sort_by: AuditEventSortBy | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> AuditEventPage:
        """List audit. GET /api/backoffice/audit"""
        return self._send(
            "GET",
            "/api/backoffice/audit",
            (200,),
            query={
                "page": page,
                "limit": limit,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).json()

    def filter_definitions(self) -> List[FilterDefinition]:
        """List what audit can be filtered by. GET /api/backoffice/audit/filter-definitions"""
        return self._send("GET", "/api/backoffice/audit/filter-definitions", (200,)).json()

    def export(
        self,
        *,
        format: Literal["csv", "xlsx"] | None = None,
        byte_order_mark: bool | None = None,
        sort: AuditEventSort | None = None,
        sort_by: AuditEventSortBy | None = None,
        sort_direction: Literal["asc", "desc"] | None = None,
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Download:
        """Export audit as a table. GET /api/backoffice/audit/export"""
        return self._send(
            "GET",
            "/api/backoffice/audit/export",
            (200,),
            query={
                "format": format,
                "byteOrderMark": byte_order_mark,
                "sort": sort,
                "sortBy": sort_by,
                "sortDirection": sort_direction,
                "filters": as_json(filters),
                "search": search,
            },
        ).stream()

    def breakdown(
        self,
        *,
        by: Literal["action", "outcome"],
        filters: FilterGroup | None = None,
        search: str | None = None,
    ) -> Breakdown:
        """How many audit there are of each value of a field. GET /api/backoffice/audit/breakdown

        Counts the records that the list would show. The values of most records come first, at most 50; `total`
        counts all that match. Without a search or a filter the field's index is read, which costs as much as it
        has rows: at 1,000,000 records about 75 ms on SQLite.
        """
        return self._send(
            "GET",
            "/api/backoffice/audit/breakdown",
            (200,),
            query={"by": by, "filters": as_json(filters), "search": search},
        ).json()

    def view(self, id: str) -> Tuple[AuditEvent, str]:
        """Get an audit event. GET /api/backoffice/audit/{id}"""
        return self._send("GET", f"/api/backoffice/audit/{part(id)}", (200,)).tagged()


class Operations:
    """All groups of operations."""

    def __init__(self, transport: Transport) -> None:
        self.auth = AuthApi(transport)
        self.saved_filters = SavedFiltersApi(transport)
        self.saved_views = SavedViewsApi(transport)
        self.saved_mappings = SavedMappingsApi(transport)
        self.counts = CountsApi(transport)
        self.change_sets = ChangeSetsApi(transport)
        self.changes = ChangesApi(transport)
        self.inbox = InboxApi(transport)
        self.jobs = JobsApi(transport)
        self.live = LiveApi(transport)
        self.policy = PolicyApi(transport)
        self.openapi = OpenapiApi(transport)
        self.users = UsersApi(transport)
        self.join_requests = JoinRequestsApi(transport)
        self.companies = CompaniesApi(transport)
        self.developers = DevelopersApi(transport)
        self.projects = ProjectsApi(transport)
        self.units = UnitsApi(transport)
        self.rotations = RotationsApi(transport)
        self.estimations = EstimationsApi(transport)
        self.flags = FlagsApi(transport)
        self.assessments = AssessmentsApi(transport)
        self.leaderboard = LeaderboardApi(transport)
        self.analytics = AnalyticsApi(transport)
        self.webhooks = WebhooksApi(transport)
        self.audit = AuditApi(transport)
