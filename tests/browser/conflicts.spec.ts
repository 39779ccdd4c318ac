// Two people who change one record at the same time.
import { axe, expect, signIn, test } from './fixtures';
import { notice } from './screen';

const PROJECTS = '/backoffice/projects';

test.describe('two people at the same project', () => {
  test.use({ refusals: [412] });

  test('the second sees the conflict, loses nothing, and saves after deciding', async ({ page, visitor, records }) => {
    const project = await records.project();
    const address = `${PROJECTS}/${project.id}`;
    const other = await visitor();
    await signIn(page, 'admin', address);
    await signIn(other, 'admin', address);
    await expect(page.getByLabel('Location')).toHaveValue(project.location);
    await other.getByLabel('Location').fill('Jumeirah');

    await page.getByLabel('Location').fill('Deira');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(notice(page)).toContainText('Project updated successfully');

    await other.getByLabel('Project type').fill('Townhouses');
    await other.getByRole('button', { name: 'Save Changes' }).click();
    const conflict = other
      .getByRole('alert')
      .filter({ hasText: 'Someone else changed this record while you were editing.' });
    await expect(conflict).toBeFocused();
    await expect(conflict.getByRole('row', { name: 'Location' }).getByRole('cell')).toHaveText([
      project.location,
      'Deira',
      'Jumeirah',
    ]);
    // Only the second has changed the project type: that is no conflict.
    await expect(conflict.getByRole('row')).toHaveCount(2);
    await expect(conflict).toContainText(/Saved by \S.* on \d{1,2} \w+ \d{4}, \d\d:\d\d\./);
    await expect(other.getByLabel('Location')).toHaveValue('Jumeirah');
    await axe(other);

    await conflict.getByRole('button', { name: 'Keep my changes' }).click();
    await expect(conflict).toBeHidden();
    await expect(other.getByLabel('Location')).toHaveValue('Jumeirah');
    await other.getByRole('button', { name: 'Save Changes' }).click();
    await expect(notice(other)).toContainText('Project updated successfully');

    await page.reload();
    await expect(page.getByLabel('Location')).toHaveValue('Jumeirah');
    await expect(page.getByLabel('Project type')).toHaveValue('Townhouses');
  });

  test('what they changed in different fields is merged in the form', async ({ page, records }) => {
    const project = await records.project();
    await signIn(page, 'admin', `${PROJECTS}/${project.id}`);
    await page.getByLabel('Project type').fill('Townhouses');
    await records.change('projects', project.id, { location: 'Deira' });
    await page.getByRole('button', { name: 'Save Changes' }).click();
    const merged = page.getByRole('alert').filter({ hasText: 'You changed different fields.' });
    await expect(merged).toBeFocused();
    await expect(merged.getByRole('table')).toHaveCount(0);
    await expect(page.getByLabel('Location')).toHaveValue('Deira');
    await expect(page.getByLabel('Project type')).toHaveValue('Townhouses');
    await axe(page);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(notice(page)).toContainText('Project updated successfully');
    await expect(merged).toBeHidden();
  });

  test("the second may accept the first's values and reapply one of their own", async ({ page, records }) => {
    const project = await records.project();
    await signIn(page, 'admin', `${PROJECTS}/${project.id}`);
    await page.getByLabel('Location').fill('Jumeirah');
    await records.change('projects', project.id, { location: 'Deira' });
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('button', { name: 'Load their version' }).click();
    await expect(page.getByLabel('Location')).toHaveValue('Deira');
    await expect(page.getByText('Their version is in the form now.')).toBeVisible();
    await axe(page);
    await page.getByRole('button', { name: 'Put back' }).click();
    await expect(page.getByLabel('Location')).toHaveValue('Jumeirah');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(notice(page)).toContainText('Project updated successfully');
  });
});
