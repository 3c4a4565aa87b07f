using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Tests.Choosing;

/// <summary>What somebody ticks, and what the map has of it.</summary>
public sealed class ImportChoiceTests
{
    private const string Head =
        "Tag Name,Address,Data Type,Respect Data Type,Client Access,Scan Rate,Scaling,Raw Low,Raw High,Scaled Low,Scaled High,"
        + "Scaled Data Type,Clamp Low,Clamp High,Eng Units,Description,Negate Value\n";

    private const string Tags =
        Head
        + "\"Motor.Speed\",\"DB10,REAL0\",Float,1,R/W,100,,,,,,,,,,\"Speed of the motor\",\n"
        + "\"Motor.Running\",\"DB10,X4.0\",Boolean,1,RO,100,,,,,,,,,,\"\",\n"
        + "\"Tank.Level\",\"DB20,REAL0\",Float,1,RO,1000,,,,,,,,,,\"\",\n"
        + "\"Door\",\"I0.0\",Boolean,1,RO,1000,,,,,,,,,,\"\",\n";

    private const string Flow =
        """[{ "type": "s7 endpoint", "id": "e", "address": "10.0.0.5", "vartable": [{ "addr": "DB30,REAL0", "name": "Weight" }] }]""";

    private readonly List<string> _folders = [];

    [TearDown]
    public void TearDown()
    {
        _folders.ForEach(folder => Directory.Delete(folder, recursive: true));
        _folders.Clear();
    }

    [Test]
    public void Nothing_is_ticked_at_first_and_figures_are_summed_up_as_the_tree_is()
    {
        var choice = Choice();
        Assert.That((choice.Tags, choice.Ticked), Is.EqualTo((4, 0)));
        Assert.That(choice.Snapshot().Write("map.yaml").Files, Is.Empty);
        Tick(choice, "Motor");
        Tick(choice, "Door");
        Assert.That(
            Find(choice, "Line1"),
            Has.Property(nameof(ChoiceNode.Ticked)).EqualTo(3).And.Property(nameof(ChoiceNode.Tags)).EqualTo(4)
        );
        choice.Tick(Find(choice, "Speed"), isTicked: false, ChoiceSearch.All);
        Assert.That((Find(choice, "Motor").Ticked, choice.Ticked), Is.EqualTo((1, 2)));
        Assert.That(
            (Find(choice, "Motor").Place, Find(choice, "Line1").Place, Find(choice, "Speed").Place),
            Is.EqualTo(("DB10", "", "DB10.DBD0"))
        );
    }

    [Test]
    public void A_map_has_what_is_ticked_with_the_chosen_class_and_access()
    {
        var choice = Choice();
        Tick(choice, "Motor");
        choice.SetScan(Find(choice, "Motor"), TimeSpan.FromMilliseconds(500), ChoiceSearch.All);
        choice.SetScan(Find(choice, "Running"), TimeSpan.FromSeconds(2), ChoiceSearch.All);
        choice.SetAccess(Find(choice, "Speed"), TagAccess.Read, ChoiceSearch.All);
        Assert.That(Find(choice, "Motor").Scan, Is.Null, "its members differ");
        Assert.That(TagsOf(choice.Snapshot()), Is.EqualTo(new[] { "Motor/Speed 500ms Read", "Motor/Running 2s Read" }));
        choice.SetScan(Find(choice, "Motor"), interval: null, ChoiceSearch.All);
        choice.SetAccess(Find(choice, "Motor"), access: null, ChoiceSearch.All);
        Assert.That(TagsOf(choice.Snapshot()), Is.EqualTo(new[] { "Motor/Speed 100ms ReadWrite", "Motor/Running 100ms Read" }), "as found");
    }

    [Test]
    public void A_change_on_a_block_counts_for_what_the_search_finds()
    {
        var choice = Choice();
        choice.Tick(Find(choice, "Line1"), isTicked: true, new ChoiceSearch("motor real", IsTickedOnly: false));
        Assert.That(Ticked(choice), Is.EqualTo(new[] { "Speed" }));
        choice.Tick(Find(choice, "Line1"), isTicked: true, new ChoiceSearch("DB20", IsTickedOnly: false));
        Assert.That(Ticked(choice), Is.EqualTo(new[] { "Speed", "Level" }));
        choice.Tick(Find(choice, "Line1"), isTicked: false, new ChoiceSearch("", IsTickedOnly: true));
        Assert.That(choice.Ticked, Is.Zero, "all of them, though each unticked one is no longer found");
    }

    [TestCase("speed", ExpectedResult = "Speed")]
    [TestCase("line1/motor", ExpectedResult = "Speed,Running")]
    [TestCase("DB10", ExpectedResult = "Speed,Running")]
    [TestCase("of the motor", ExpectedResult = "Speed")]
    [TestCase("bool line1", ExpectedResult = "Running,Door")]
    [TestCase("DB1", ExpectedResult = "Speed,Running", Description = "part of an address, though no block is DB1")]
    [TestCase("nothing", ExpectedResult = "")]
    public string A_search_finds_by_path_type_place_and_comment(string text)
    {
        var choice = Choice();
        choice.Tick(Find(choice, "Line1"), isTicked: true, new ChoiceSearch(text, IsTickedOnly: false));
        return string.Join(',', Ticked(choice));
    }

    [Test]
    public void What_nobody_can_write_stays_read_only_and_says_why()
    {
        var choice = Choice();
        var refused = choice.SetAccess(Find(choice, "Line1"), TagAccess.ReadWrite, ChoiceSearch.All);
        Assert.That(refused.Single(), Is.EqualTo(KeyValuePair.Create("it is read only, because nobody can write an input", 1)));
        Assert.That(
            (Find(choice, "Door").Access, Find(choice, "Level").Access),
            Is.EqualTo(((TagAccess?)TagAccess.Read, (TagAccess?)TagAccess.ReadWrite))
        );
    }

    [Test]
    public void Sources_of_several_formats_stand_apart_below_their_plc()
    {
        (string, byte[])[] sources = [("tags.csv", Encoding.UTF8.GetBytes(Tags)), ("flow.json", Encoding.UTF8.GetBytes(Flow))];
        var choice = new ImportChoice(ProjectImport.List(sources, new ImportOptions(), CancellationToken.None));
        Assert.That(choice.Plcs, Has.Count.EqualTo(1));
        Assert.That(
            choice.Plcs[0].Children.Select(node => (node.Kind, node.Name, node.Tags)),
            Is.EqualTo(new[] { (ChoiceKind.Source, "Kepware CSV", 4), (ChoiceKind.Source, "Node-RED flow", 1) })
        );
    }

    [Test]
    public void What_a_map_has_is_chosen_again()
    {
        var choice = Choice();
        Tick(choice, "Motor");
        choice.SetScan(Find(choice, "Speed"), TimeSpan.FromSeconds(5), ChoiceSearch.All);
        choice.SetAccess(Find(choice, "Speed"), TagAccess.Read, ChoiceSearch.All);
        var again = Choice();
        Tick(again, "Door");
        again.Restore(Load(choice.Snapshot()).Tags);
        Assert.That(Ticked(again), Is.EqualTo(new[] { "Speed", "Running" }));
        Assert.That(again.Snapshot().Write("map.yaml").Files, Is.EqualTo(choice.Snapshot().Write("map.yaml").Files));
    }

    private static ImportChoice Choice() =>
        new(ProjectImport.List([("tags.csv", Encoding.UTF8.GetBytes(Tags))], new ImportOptions { Plc = "Line1" }, CancellationToken.None));

    private static ChoiceNode Find(ImportChoice choice, string name) => choice.Nodes.Single(node => node.Name == name);

    private static void Tick(ImportChoice choice, string name) => choice.Tick(Find(choice, name), isTicked: true, ChoiceSearch.All);

    private static IEnumerable<string> Ticked(ImportChoice choice) =>
        choice.Nodes.Where(node => node is { Kind: ChoiceKind.Tag, Ticked: 1 }).Select(node => node.Name);

    private IEnumerable<string> TagsOf(ChosenTags tags)
    {
        var map = Load(tags).Tags;
        return map.Tags.Select(tag => $"{tag.Name} {Durations.Format(map.ScanGroups[tag.ScanGroup].Interval)} {tag.Access}");
    }

    private BridgeMap Load(ChosenTags tags)
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;
        _folders.Add(folder);
        foreach (var (name, text) in tags.Write("map.yaml").Files)
            File.WriteAllText(Path.Combine(folder, name), text);
        var findings = new FindingList { TakesOpenHosts = true };
        var map = MapLoader.Load(Path.Combine(folder, "map.yaml"), findings);
        Assert.That(findings.Sorted.Where(finding => finding.IsError), Is.Empty);
        return map!;
    }
}
