using System.Text;

namespace S7OpcBridge.Import.Tests.Choosing;

/// <summary>The tree in parts.</summary>
public sealed class ChoiceRowsTests
{
    private const int Groups = 200,
        Members = 100;

    private static readonly ImportChoice Choice = new(
        ProjectImport.List([("list.csv", Encoding.UTF8.GetBytes(Source()))], new ImportOptions { Plc = "Hall" }, CancellationToken.None)
    );

    [Test]
    public void Folders_are_closed_until_they_are_opened()
    {
        var rows = new ChoiceRows(Choice);
        Assert.That(
            Shown(rows.Select(ChoiceSearch.All, new HashSet<int>(), 0, 3)),
            Is.EqualTo(new[] { "1 Hall -1", "2 G000 0", "2 G001 0" })
        );
        var closed = rows.Select(ChoiceSearch.All, new HashSet<int>(), 0, 3);
        Assert.That((closed.Total, closed.Tags), Is.EqualTo((1 + Groups, Groups * Members)));
        var opened = Choice.Nodes.Where(node => node.Name is "G001").Select(node => node.Id).ToHashSet();
        var page = rows.Select(ChoiceSearch.All, opened, 2, 3);
        Assert.That(page.Total, Is.EqualTo(1 + Groups + Members));
        Assert.That(Shown(page), Is.EqualTo(new[] { "2 G001 0", "3 M00 2", "3 M01 2" }));
        var plcs = Choice.Plcs.Select(plc => plc.Id).ToHashSet();
        Assert.That(Shown(rows.Select(ChoiceSearch.All, plcs, 0, 9)), Is.EqualTo(new[] { "1 Hall -1" }), "a PLC can be closed");
    }

    [Test]
    public void A_search_opens_what_it_finds_and_hides_the_rest()
    {
        var rows = new ChoiceRows(Choice);
        var page = rows.Select(new ChoiceSearch("G007 M01", IsTickedOnly: false), new HashSet<int>(), 0, 50);
        Assert.That(Shown(page), Is.EqualTo(new[] { "1 Hall -1", "2 G007 0", "3 M01 1" }));
        Assert.That(page.Rows.Select(row => row.Shown), Is.All.EqualTo(1));
        Assert.That(
            rows.Select(new ChoiceSearch("M01", IsTickedOnly: false), new HashSet<int>(), 100, 50).Total,
            Is.EqualTo(1 + 2 * Groups)
        );
        Assert.That(rows.Select(new ChoiceSearch("no such", IsTickedOnly: false), new HashSet<int>(), 0, 50).Total, Is.Zero);
    }

    [Test]
    public void Ticked_tags_are_found_as_they_are_ticked()
    {
        var rows = new ChoiceRows(Choice);
        var search = new ChoiceSearch("", IsTickedOnly: true);
        var group = Choice.Nodes.Single(node => node.Name == "G003");
        try
        {
            Assert.That(rows.Select(search, new HashSet<int>(), 0, 9).Total, Is.Zero);
            Choice.Tick(group.Children[0], isTicked: true, ChoiceSearch.All);
            Assert.That(Shown(rows.Select(search, new HashSet<int>(), 0, 9)), Is.EqualTo(new[] { "1 Hall -1", "2 G003 0", "3 M00 1" }));
        }
        finally
        {
            Choice.Tick(group, isTicked: false, ChoiceSearch.All);
        }
    }

    private static IEnumerable<string> Shown(ChoicePage page) => page.Rows.Select(row => $"{row.Level} {row.Node.Name} {row.Parent}");

    private static string Source()
    {
        var text = new StringBuilder("Tag Name,Address,Data Type,Respect Data Type,Client Access,Scan Rate\n");
        for (var g = 0; g < Groups; g++)
        {
            for (var m = 0; m < Members; m++)
                text.Append($"\"G{g:000}.M{m:00}\",\"DB{g + 1},REAL{4 * m}\",Float,1,RO,1000\n");
        }
        return text.ToString();
    }
}
