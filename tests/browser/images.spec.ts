// Images of a record, in the form and in the view of a project, without any code for projects.
import { axe, expect, signIn, test } from './fixtures';
import { png } from './pictures';

const RED = png('red.png', [200, 40, 40]);
const BLUE = png('blue.png', [40, 40, 200]);

for (const width of [390, 1440]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 }, refusals: [422] });

    test('images are uploaded, named, reordered by keyboard, saved, shown and removed', async ({ page, records }) => {
      const project = await records.project();
      await signIn(page, 'admin', `/backoffice/projects/${project.id}`);
      const gallery = page.getByRole('group', { name: 'Gallery' });
      const names = gallery.getByRole('img');
      await gallery.getByLabel('Add images').setInputFiles([RED, BLUE]);
      await expect(names).toHaveCount(2);
      await gallery.getByLabel('Caption of image 1').fill('From the sea');
      await gallery.getByLabel('Caption of image 2').fill('The lobby');
      await axe(page);

      // A file that is no image is rejected, and the other images stay.
      const text = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>alert(1)</script>') };
      await gallery.getByLabel('Add images').setInputFiles(text);
      await expect(gallery.getByText('An image must be a JPEG, PNG or WebP file')).toBeVisible();
      await gallery.getByRole('button', { name: 'Dismiss notes.jpg' }).click();
      await expect(names).toHaveCount(2);

      const earlier = gallery.getByRole('button', { name: 'Move image 2 earlier' });
      await earlier.focus();
      await page.keyboard.press('Enter');
      await expect(gallery.getByLabel('Caption of image 1')).toHaveValue('The lobby');
      await expect(gallery.getByRole('button', { name: 'Move image 1 earlier' })).toBeFocused();
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page.getByText('Project updated successfully')).toBeVisible();

      await page.goto(`/backoffice/projects/${project.id}/show`);
      await page.getByRole('button', { name: 'Open The lobby' }).click();
      const large = page.getByRole('dialog');
      await expect(large.getByRole('img', { name: 'The lobby' })).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await expect(large.getByRole('img', { name: 'From the sea' })).toBeVisible();
      await axe(page);
      await page.keyboard.press('Escape');
      await expect(large).toBeHidden();

      await page.goto(`/backoffice/projects/${project.id}`);
      await expect(gallery.getByLabel('Caption of image 1')).toHaveValue('The lobby');
      await gallery.getByRole('button', { name: 'Remove image 1' }).click();
      await expect(gallery.getByRole('button', { name: 'Remove image 1' })).toBeFocused();
      await gallery.getByRole('button', { name: 'Remove image 1' }).click();
      await expect(gallery.getByRole('button', { name: 'Add images' })).toBeFocused();
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page.getByText('Project updated successfully')).toBeVisible();
    });
  });
}

test('an image is moved by dragging, and files can be dropped', async ({ page, records }) => {
  const project = await records.project();
  await signIn(page, 'admin', `/backoffice/projects/${project.id}`);
  const gallery = page.getByRole('group', { name: 'Gallery' });
  const dropped = await page.evaluateHandle(
    (files) => {
      const transfer = new DataTransfer();
      for (const { name, bytes } of files)
        transfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
      return transfer;
    },
    [RED, BLUE].map(({ name, buffer }) => ({ name, bytes: [...buffer] })),
  );
  await gallery.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(gallery.getByRole('img')).toHaveCount(2);
  await gallery.getByLabel('Caption of image 2').fill('Second');
  await gallery.getByRole('img', { name: 'Second' }).dragTo(gallery.getByRole('img', { name: 'Image 1' }));
  await expect(gallery.getByLabel('Caption of image 1')).toHaveValue('Second');
});
