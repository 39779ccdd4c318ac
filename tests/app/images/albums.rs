//! An unknown module with a field for one image. It only declares that.

use diesel::prelude::*;
use kernel::Product;
use kernel::db::Migration;
use kernel::list::Fields;
use kernel::media::Image;
use kernel::module::Module;
use kernel::prelude::*;
use kernel::resource::{self, Writable};
use kernel::testing::{TestApp, generated, startup_error};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{PROJECTS, jpeg, send};
use crate::PRODUCT;

const PATH: &str = "/api/backoffice/albums";

const TABLE: Migration = Migration {
    name: "20991231235900_albums",
    sql: "CREATE TABLE albums (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, cover TEXT)
        -- migrate:down
        DROP TABLE albums",
    postgres: None,
};

diesel::table! {
    albums (id) {
        id -> Text,
        name -> Text,
        cover -> Nullable<Text>,
    }
}

/// Defines the module, with this declaration of the cover.
macro_rules! album {
    ($module:ident, #[$cover:meta]) => {
        mod $module {
            use super::*;

            pub(super) const MODULE: Module = Module {
                migrations: || vec![TABLE],
                policy: "p, admin, albums, *\np, analytics, albums, read\n",
                resources: &[resource::full::<Albums>()],
                ..Module::new("albums")
            };

            /// An album.
            #[derive(Queryable, Selectable, Serialize, JsonSchema)]
            #[diesel(table_name = albums)]
            pub(super) struct Album {
                /// The identifier.
                #[serde(rename = "_id")]
                id: Id,
                #[serde(flatten)]
                #[diesel(embed)]
                input: AlbumInput,
            }

            /// An album as it is written.
            #[derive(
                Queryable, Selectable, Insertable, AsChangeset, Serialize, Deserialize, JsonSchema,
            )]
            #[diesel(table_name = albums, treat_none_as_null = true)]
            pub(super) struct AlbumInput {
                /// Its name.
                name: String,
                /// What it shows at first.
                #[$cover]
                cover: Option<Image>,
            }

            pub(super) struct Albums;

            impl Resource for Albums {
                type View = Album;
                type Table = albums::table;
                type Source = albums::table;

                const INFO: Info = Info {
                    name: "albums",
                    singular: "album",
                    label: "Albums",
                    description: "Albums.",
                    table: "albums",
                    ..Info::DEFAULT
                };

                fn fields() -> Fields<Self::Table> {
                    Fields::new("_id", albums::id).field("name", albums::name)
                }

                kernel::rows!(albums: albums::table => Album);
            }

            impl Writable for Albums {
                type Input = AlbumInput;

                fn insert(conn: &mut Conn, id: &Id, input: AlbumInput, _: &Actor) -> Result<()> {
                    let row = (albums::id.eq(id), input);
                    diesel::insert_into(albums::table).values(row).execute(conn)?;
                    Ok(())
                }

                fn update(
                    conn: &mut Conn,
                    id: &Id,
                    _: &AlbumInput,
                    is: AlbumInput,
                    _: &Actor,
                ) -> Result<()> {
                    diesel::update(albums::table.find(id)).set(is).execute(conn)?;
                    Ok(())
                }
            }


        }
    };
}

album!(with_widget, #[schemars(extend("x-widget" = "image"))]);
album!(without_widget, #[schemars(title = "Cover")]);

const WITH: Product = Product { modules: &[with_widget::MODULE], ..PRODUCT };
const WITHOUT: Product = Product { modules: &[without_widget::MODULE], ..PRODUCT };

#[actix_web::test]
async fn module_has_images_when_its_schema_declares_them() {
    let app = TestApp::of(&WITH).await;
    let (admin, reader) = (app.sign_in("admin").await, app.sign_in("analytics").await);
    assert_eq!(send(&reader, PATH, &jpeg(1)).await.status, 403);
    assert_eq!(send(&admin, PROJECTS, &jpeg(1)).await.status, 404);
    let made = send(&admin, PATH, &jpeg(1)).await.expect(201);
    let body = json!({ "name": "Summer", "cover": { "file": made["file"] } });
    let album = admin.post(PATH, body).await.expect(201);
    let path = format!("{PATH}/{}", album["_id"].as_str().unwrap());
    let image = format!("{path}/images/{}", made["file"].as_str().unwrap());
    assert_eq!(app.sign_in("user").await.get(&image).await.status, 403);
    assert_eq!(reader.get(&image).await.status, 200);
    admin.patch(&path, json!({ "cover": null })).await.expect(200);
    assert_eq!(reader.get(&image).await.status, 404);
    let restored = admin.post(&format!("{path}/restore"), json!({ "version": 1 })).await;
    assert_eq!(restored.expect(200)["cover"], album["cover"]);
    assert_eq!(reader.get(&image).await.status, 200);

    let (document, _) = generated(&WITH).await;
    let tags: Vec<&Value> = document["tags"].as_array().unwrap().iter().collect();
    let tag = tags.iter().find(|tag| tag["name"] == "albums").unwrap();
    assert_eq!(tag["x-resource"]["operations"]["imageUpload"], "album_image_upload");
}

#[actix_web::test]
async fn undeclared_image_field_is_refused_at_startup() {
    assert_eq!(
        startup_error(&WITHOUT).await,
        "Resource albums: `cover` holds images and must say x-widget: image"
    );
}
