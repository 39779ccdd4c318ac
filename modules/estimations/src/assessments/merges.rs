//! Merges of units: the estimates of the merged ones follow. Of two estimates of one estimator the newer one stays; the
//! other one is in the history.

use diesel::prelude::*;
use kernel::prelude::*;
use kernel::records::actor::Actor;
use kernel::resource::Follow;
use serde_json::Value;
use units::Units;

use super::queries::{self, Moment, Place};
use super::rows::{AssessmentRow, ConsensusRow};
use crate::consensus::Consensus;
use crate::estimate::EstimateValues;
use crate::leaderboard;
use crate::tables::{assessments, consensus, flags};

/// What estimates do when units are merged. A merge of projects changes units, whose estimates follow by a foreign key.
pub(crate) const FOLLOW: Follow = Follow { merged, put_back };

fn merged(conn: &mut Conn, by: &Actor, of: &str, from: &Id, into: &Id) -> Result<()> {
    if of != Units::INFO.name {
        return Ok(());
    }
    let moved = queries::estimates(conn, std::slice::from_ref(from))?;
    if moved.is_empty() {
        return Ok(());
    }
    let (place, moment) = place(conn, by, [from, into])?;
    let existing = queries::estimates(conn, std::slice::from_ref(into))?;
    for one in moved {
        let own = existing.iter().find(|own| own.agent_id == one.agent_id);
        let (stays, goes) = match own {
            Some(own) if own.updated_at >= one.updated_at => (None, Some(&one.id)),
            own => (Some(&one.id), own.map(|own| &own.id)),
        };
        if let Some(id) = goes {
            diesel::delete(assessments::table.find(id)).execute(conn)?;
        }
        if let Some(id) = stays {
            move_to(conn, id, &place)?;
        }
    }
    renew(conn, [from, into], &moment)
}

fn put_back(conn: &mut Conn, by: &Actor, id: &Id, before: &Value, is_there: bool) -> Result<()> {
    let unit = referred(before, "unit")?;
    let now: Option<Id> =
        assessments::table.find(id).select(assessments::unit_id).first(conn).optional()?;
    let units = [now.as_ref().unwrap_or(&unit), &unit];
    let (place, moment) = place(conn, by, units)?;
    if is_there {
        move_to(conn, id, &place)?;
    } else {
        let values: EstimateValues = read(before.clone())?;
        let agent = referred(before, "agent")?;
        // How it was entered is in no version.
        let row = AssessmentRow {
            id,
            unit_id: &unit,
            project_id: &place.project_id,
            agent_id: &agent,
            estimated_yearly_rent_in_aed: values.estimated_yearly_rent_in_aed,
            log_rent: values.log_rent(),
            estimated_capital_appreciation_percentage: values
                .estimated_capital_appreciation_percentage,
            confidence_score: values.confidence_score,
            base_source: None,
            base_value: None,
            taps: None,
            typed: None,
            seconds: None,
            created_at: read(before["createdAt"].clone())?,
            updated_at: read(before["updatedAt"].clone())?,
        };
        kernel::on_each!(conn, |conn| diesel::insert_into(assessments::table)
            .values(row)
            .execute(conn))?;
    }
    renew(conn, units, &moment)
}

/// Locks units against saves of estimates, and returns the place of the second one.
fn place(conn: &mut Conn, by: &Actor, units: [&Id; 2]) -> Result<(Place, Moment)> {
    let mut wanted: Vec<(Id, Id)> =
        units.into_iter().map(|unit| (unit.clone(), by.id.clone())).collect();
    wanted.sort();
    wanted.dedup();
    let (mut places, moment) = queries::places(conn, &wanted, true)?;
    Ok((places.remove(units[1]).ok_or(Error::NotFound)?, moment))
}

/// Moves an estimate, and what was found of it, to a unit.
fn move_to(conn: &mut Conn, id: &Id, place: &Place) -> Result<()> {
    let to =
        (assessments::unit_id.eq(&place.unit_id), assessments::project_id.eq(&place.project_id));
    diesel::update(assessments::table.find(id)).set(to).execute(conn)?;
    let to = (flags::unit_id.eq(&place.unit_id), flags::project_id.eq(&place.project_id));
    diesel::update(flags::table.filter(flags::assessment_id.eq(id))).set(to).execute(conn)?;
    Ok(())
}

/// Renews the consensus of units from their estimates, as a save does.
fn renew(conn: &mut Conn, units: [&Id; 2], moment: &Moment) -> Result<()> {
    leaderboard::reopen(conn, moment.now, moment.frozen)?;
    for unit in units {
        let estimates = queries::estimates(conn, std::slice::from_ref(unit))?;
        let logs: Vec<f64> = estimates.iter().map(|one| one.log_rent).collect();
        match Consensus::of(&logs) {
            None => drop(diesel::delete(consensus::table.find(unit)).execute(conn)?),
            Some(of) => queries::renew(conn, &[ConsensusRow::of(unit, &of, moment.now)?])?,
        }
    }
    Ok(())
}

fn referred(view: &Value, field: &str) -> Result<Id> {
    let id = view[field]["_id"].as_str().and_then(Id::parse);
    id.ok_or_else(|| Error::internal(format!("a version of an estimate has no {field}")))
}

fn read<T: serde::de::DeserializeOwned>(value: Value) -> Result<T> {
    serde_json::from_value(value).map_err(Error::internal)
}
