using System.Text;
using System.Text.Json.Nodes;
using S7OpcBridge.S7;
using static S7OpcBridge.Web.Tests.Maps.MapRig;

namespace S7OpcBridge.Web.Tests.Maps;

/// <summary>A file whose code page the map names is shown and saved in it.</summary>
[CancelAfter(60_000)]
public sealed class MapCodePageTests
{
    private const string Table = "name;address;type;description\r\nPump;MW0;Int;Насос\r\n";

    private static readonly Encoding Cyrillic = S7TextEncodings.TryFind("windows-1251", out var found, out _) ? found : null!;

    private MapRig _rig = null!;

    [SetUp]
    public void Begin()
    {
        _rig = new MapRig();
        _rig.Write("map.yaml", PlantText.Replace("- tags.yaml", "- { from: tags.csv, encoding: windows-1251 }"));
        File.WriteAllBytes(_rig.PathOf("tags.csv"), Cyrillic.GetBytes(Table));
        _rig.Reload();
    }

    [TearDown]
    public void End() => _rig.Dispose();

    [Test]
    public async Task The_text_is_shown_and_saved_in_the_code_page_that_the_map_names()
    {
        Assert.That(await ShownAsync(), Is.EqualTo(Table));
        var edits = Edits(Set("plcs[Line1]/tags[Pump]/address", "MW2"));
        edits["texts"] = _rig.Text("tags.csv", Table.Replace("Насос", "Насос 2"))["texts"]!.DeepClone();
        edits["bases"] = new JsonObject { [_rig.PathOf("tags.csv")] = _rig.VersionOf("tags.csv") };
        var before = _rig.VersionOf("tags.csv");
        (await _rig.PostAsync("map/save", edits)).Json();
        var after = Table.Replace("Насос", "Насос 2").Replace("MW0", "MW2");
        Assert.That(File.ReadAllBytes(_rig.PathOf("tags.csv")), Is.EqualTo(Cyrillic.GetBytes(after)));
        Assert.That(await ShownAsync(), Is.EqualTo(after));
        var kept = (await _rig.GetAsync("map/version", ("file", _rig.PathOf("tags.csv")), ("id", before))).Json();
        Assert.That(kept.GetProperty("text").GetString(), Is.EqualTo(Table), "earlier versions, too");
    }

    [Test]
    public async Task A_letter_that_the_code_page_lacks_is_refused_with_the_remedy()
    {
        var answer = await _rig.PostAsync("map/save", _rig.Text("tags.csv", Table.Replace("Насос", "Pumpe für Öl")));
        Assert.That(answer.Status, Is.EqualTo(422));
        Assert.That(
            answer.Any().GetProperty("refused").GetProperty("sentence").GetString(),
            Does.Contain("the file is in the code page windows-1251, which lacks a letter of the new text")
        );
        Assert.That(File.ReadAllBytes(_rig.PathOf("tags.csv")), Is.EqualTo(Cyrillic.GetBytes(Table)));
    }

    [Test]
    public async Task A_map_that_names_a_code_page_now_is_shown_in_it_after_the_reload()
    {
        _rig.Write("map.yaml", PlantText.Replace("tags.yaml", "tags.csv"));
        _rig.Reload();
        Assert.That(await ShownAsync(), Does.Contain("Íàñîñ"), "Windows-1252, as nothing is named");
        _rig.Write("map.yaml", PlantText.Replace("- tags.yaml", "- { from: tags.csv, encoding: windows-1251 }"));
        Assert.That(await ShownAsync(), Does.Contain("Íàñîñ"), "not loaded yet");
        _rig.Reload();
        Assert.That(await ShownAsync(), Is.EqualTo(Table));
    }

    [Test]
    public async Task A_new_file_with_another_code_page_than_it_is_written_in_is_a_finding()
    {
        var map = PlantText.Replace("- tags.yaml", "- { from: new.csv, encoding: windows-1251 }");
        var candidate = _rig.Text("map.yaml", map);
        candidate["texts"]!.AsArray().Add(new JsonObject { ["file"] = _rig.PathOf("new.csv"), ["text"] = Table });
        candidate["bases"]![_rig.PathOf("new.csv")] = null;
        var refused = await _rig.PostAsync("map/save", candidate);
        Assert.That(refused.Status, Is.EqualTo(422));
        Assert.That(
            refused.Any().GetProperty("findings").EnumerateArray().Select(each => each.GetProperty("sentence").GetString()),
            Has.One.EqualTo("a new file is written as UTF-8, and the map names the code page windows-1251 for it; leave 'encoding' out")
        );
        candidate["texts"]![1]!["text"] = Table.Replace("Насос", "Pump");
        Assert.That((await _rig.PostAsync("map/save", candidate)).Status, Is.EqualTo(200), "the same in both");
    }

    private async Task<string?> ShownAsync() =>
        (await _rig.GetAsync("map/text", ("file", _rig.PathOf("tags.csv")))).Json().GetProperty("text").GetString();
}
