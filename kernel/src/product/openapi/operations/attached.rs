//! The operations on files and comments of a record.

use serde_json::{Value, json};

use super::images::form;
use super::{Particulars, Standard, Subject, changes, paging, query, reference, standard};

/// In the order of the document.
#[rustfmt::skip]
pub(super) static STANDARD: [Standard; 9] = [
    standard(["get", "/{id}/files"], ["files", "file_list"], "read", "List the files of {one}", has_files, files),
    standard(["post", "/{id}/files"], ["fileCreate", "file_create"], "update", "Attach a file to {one}", has_files, attach),
    standard(["get", "/{id}/files/{fileId}"], ["file", "file_view"], "read", "Download a file of {one}", has_files, download),
    standard(["delete", "/{id}/files/{fileId}"], ["fileDelete", "file_delete"], "update", "Delete a file of {one}",
             has_files, delete_file),
    standard(["get", "/{id}/comments"], ["comments", "comment_list"], "read", "List the comments on {one}", has_comments,
             comments),
    standard(["post", "/{id}/comments"], ["commentCreate", "comment_create"], "read", "Comment on {one}", has_comments,
             comment),
    standard(["get", "/{id}/comments/people"], ["commentPeople", "comment_people"], "read",
             "List the users whom a comment on {one} may mention", has_comments, people),
    standard(["patch", "/{id}/comments/{commentId}"], ["commentUpdate", "comment_update"], "read",
             "Edit a comment on {one}", has_comments, edit),
    standard(["delete", "/{id}/comments/{commentId}"], ["commentDelete", "comment_delete"], "read",
             "Delete a comment on {one}", has_comments, delete_comment),
];

fn has_files(of: &Subject<'_>) -> bool {
    has_comments(of) && changes(of)
}

fn has_comments(of: &Subject<'_>) -> bool {
    of.registration.has_history
}

fn files(_: &Subject<'_>) -> Particulars {
    let page = reference("RecordFilePage");
    let deleted = query(
        "deleted",
        "Whether files that were deleted are listed, too.",
        json!({ "type": "boolean", "default": false }),
    );
    let newest = "One page of files, the newest first";
    Particulars::answers(newest, &page, &["400", "404"]).with(paging().into_iter().chain([deleted]))
}

fn attach(_: &Subject<'_>) -> Particulars {
    let attached = json!({
        "description": "The attached file",
        "content": content("RecordFile"),
    });
    Particulars {
        description: "A PDF, a JPEG, PNG or WebP picture, or a Word or Excel document without macros.",
        body: Some(form("The file.")),
        ..Particulars::responds("201", attached, &["404", "422", "429"])
    }
}

fn download(_: &Subject<'_>) -> Particulars {
    let file = json!({
        "description": "The file, to be saved",
        "content": { "*/*": { "schema": { "type": "string", "format": "binary" } } },
    });
    Particulars::responds("200", file, &["404"]).with([of_file()])
}

fn delete_file(_: &Subject<'_>) -> Particulars {
    Particulars::responds("204", deleted(), &["404"]).with([of_file()])
}

fn delete_comment(_: &Subject<'_>) -> Particulars {
    Particulars::responds("204", deleted(), &["404"]).with([of_comment()])
}

fn deleted() -> Value {
    json!({ "description": "Deleted" })
}

fn comments(_: &Subject<'_>) -> Particulars {
    let page = reference("RecordCommentPage");
    let oldest = "One page of comments, the oldest first";
    Particulars::answers(oldest, &page, &["400", "404"]).with(paging())
}

fn comment(_: &Subject<'_>) -> Particulars {
    let written = json!({ "description": "The comment", "content": content("RecordComment") });
    let input = reference("RecordCommentInput");
    Particulars::responds("201", written, &["404", "422"]).takes(&input)
}

fn edit(_: &Subject<'_>) -> Particulars {
    let edited = reference("RecordComment");
    let patch = reference("RecordCommentPatch");
    let edited = Particulars::answers("The comment", &edited, &["404", "422"]);
    edited.with([of_comment()]).takes(&patch)
}

fn people(_: &Subject<'_>) -> Particulars {
    let search = query("search", "Words of the name.", json!({ "type": "string" }));
    let users = reference("MentionableUsers");
    Particulars::answers("The users", &users, &["404"]).with([search])
}

/// Describes the last parameter of a path: a file or a comment.
fn in_path(name: &str, description: &str) -> Value {
    json!({ "name": name, "in": "path", "required": true, "description": description,
            "schema": { "type": "string" } })
}

fn of_file() -> Value {
    in_path("fileId", "The identifier of the file.")
}

fn of_comment() -> Value {
    in_path("commentId", "The identifier of the comment.")
}

fn content(schema: &str) -> Value {
    json!({ "application/json": { "schema": reference(schema) } })
}
