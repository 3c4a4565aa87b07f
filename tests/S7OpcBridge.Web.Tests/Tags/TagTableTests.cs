using System.Text.Json;
using FsCheck;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Primitives;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.Page;
using S7OpcBridge.Web.Tags;

namespace S7OpcBridge.Web.Tests;

/// <summary>The table of tags: search, pages, and the JSON that carries them.</summary>
[CancelAfter(60_000)]
public sealed class TagTableTests
{
    private const string Plcs = """
          - name: Line1
            simulate: true
            profile: s7-1500
            tags:
              - { name: Motor/Speed, address: DB10.DBD0, type: Real, unit: rpm }
              - { name: Motor/Running, address: DB10.DBX4.0, type: Bool }
              - { name: "<script>alert(1)</script>", address: DB1.DBW0, type: Int, description: "a \"quoted\" one" }
          - name: Line2
            host: 127.0.0.1
            enabled: false
            tags:
              - { name: Motor/Speed, address: DB10.DBD0, type: Real }
              - { name: DB10, address: MW0, type: Int }
        """;

    [TestCase("motor", "Line1/Motor/Speed Line1/Motor/Running Line2/Motor/Speed")]
    [TestCase("SPEED line2", "Line2/Motor/Speed")]
    [TestCase("line1/mot", "Line1/Motor/Speed Line1/Motor/Running")]
    [TestCase("ine1/motor/sp", "Line1/Motor/Speed")]
    [TestCase("line1/otor", "")]
    [TestCase("db10", "Line1/Motor/Speed Line1/Motor/Running Line2/Motor/Speed Line2/DB10")]
    [TestCase("db1", "Line1/<script>alert(1)</script> Line2/DB10")]
    [TestCase("<script>", "Line1/<script>alert(1)</script>")]
    [TestCase("1/motor/speed", "Line1/Motor/Speed")]
    [TestCase("motor gearbox", "")]
    public async Task Every_word_is_found_in_the_names_or_as_a_data_block(string search, string found)
    {
        await using var plant = await ShownPlant.StartAsync(Plcs, CancellationToken.None, reads: false);
        Assert.That(string.Join(' ', Names(TagPage.From(plant.View, Search(("search", search)), 0, 50))), Is.EqualTo(found));
    }

    [Test]
    public async Task Of_a_PLC_or_a_quality_only_those_are_shown(CancellationToken cancellationToken)
    {
        await using var plant = await ShownPlant.StartAsync(Plcs, cancellationToken);
        var page = await ShownPlant.UntilAsync(
            () => TagPage.From(plant.View, Search(("quality", "notgood")), 0, 50),
            page => page.Total == 2,
            cancellationToken
        );
        Assert.That(Names(page), Is.EqualTo(new[] { "Line2/Motor/Speed", "Line2/DB10" }));
        Assert.That(
            page.Rows.Select(row => (row.Now.Level, row.Now.Quality, row.Now.Value)),
            Is.All.EqualTo(("bad", "BadOutOfService", ""))
        );
        Assert.That(TagPage.From(plant.View, Search(("quality", "uncertain")), 0, 50).Total, Is.Zero);
        var good = TagPage.From(plant.View, Search(("plc", "Line1")), 0, 50);
        Assert.That(
            good.Rows.Select(row => (row.Simulated, row.Now.Level, row.Now.AgeMs)),
            Is.All.Matches<(bool Simulated, string Level, double? Age)>(row => row is { Simulated: true, Level: "good", Age: >= 0 })
        );
        Assert.That(TagPage.From(plant.View, Search(("plc", "Line3")), 0, 50).Total, Is.Zero);
    }

    [FsCheck.NUnit.Property(MaxTest = 30)]
    public void Pages_of_any_size_are_together_the_whole(PositiveInt size)
    {
        var count = Math.Min(size.Get, 50);
        var pages = new List<string>();
        for (var after = 0; after < Sixty.Value.Total; after += count)
            pages.AddRange(
                TagPage.From(Plant.View, Search(("search", "t")), after, count) is { Total: 60 } page ? Names(page) : ["the total differs"]
            );
        Assert.That(pages, Is.EqualTo(Names(Sixty.Value)));
        Assert.That(TagPage.From(Plant.View, Search(("search", "t")), 60, count).Rows, Is.Empty);
    }

    [Test]
    public async Task Values_are_told_of_those_that_are_asked_for_and_absent_numbers_are_missing()
    {
        await using var plant = await ShownPlant.StartAsync(Plcs, CancellationToken.None, reads: false);
        var run = TagPage.From(plant.View, Search(), 0, 1).Run;
        var states = TagPage.LiveValuesOf(plant.View, run, [3, 0, 99, int.MaxValue]);
        Assert.That(
            states.Select(state => (state.Id, state.Quality, state.AgeMs)),
            Is.EqualTo(new (int, string, double?)[] { (3, "BadWaitingForInitialData", null), (0, "BadWaitingForInitialData", null) })
        );
        Assert.That(TagPage.LiveValuesOf(plant.View, "another run", [3, 0]), Is.Empty, "its numbers may be those of other tags");
    }

    [Test]
    public async Task A_name_full_of_markup_is_a_JSON_text_like_any_other()
    {
        await using var plant = await ShownPlant.StartAsync(Plcs, CancellationToken.None, reads: false);
        var json = JsonSerializer.Serialize(TagPage.From(plant.View, Search(("search", "<script>")), 0, 50), StatusJson.Default.TagPage);
        Assert.That(json, Does.Not.Contain("<").And.Not.Contain("null"), "nothing that could end a script, and nothing that is not known");
        var row = JsonDocument.Parse(json).RootElement.GetProperty("rows")[0];
        Assert.That(
            (row.GetProperty("name").GetString(), row.GetProperty("description").GetString()),
            Is.EqualTo(("<script>alert(1)</script>", "a \"quoted\" one"))
        );
        Assert.That(row.GetProperty("now").GetProperty("level").GetString(), Is.EqualTo("bad"));
    }

    [TestCase("after", "-1", "'after' is a number from 0")]
    [TestCase("count", "201", "'count' is a number from 1 to 200.")]
    [TestCase("count", "many", "'count' is a number from 1 to 200.")]
    public void A_page_that_makes_no_sense_is_told_what_would(string name, string value, string sentence) =>
        Assert.That(
            () => Query((name, value)).Number(name, name == "count" ? 1 : 0, name == "count" ? 200 : int.MaxValue, 1),
            Throws.TypeOf<PageQueryException>().With.Message.StartsWith(sentence)
        );

    [Test]
    public void A_search_without_end_a_quality_that_is_none_and_too_many_numbers_are_refused()
    {
        Assert.That(() => Search(("search", new string('a', 301))), Throws.TypeOf<PageQueryException>());
        Assert.That(
            () => Search(("quality", "splendid")),
            Throws.TypeOf<PageQueryException>().With.Message.EqualTo("'quality' is notgood, bad or uncertain.")
        );
        Assert.That(
            () => Query(("ids", string.Join(',', Enumerable.Range(0, 201)))).Numbers("ids", 200),
            Throws.TypeOf<PageQueryException>()
        );
        Assert.That(() => Query(("ids", "1,two")).Numbers("ids", 200), Throws.TypeOf<PageQueryException>());
        Assert.That(Query(("ids", "1,2,")).Numbers("ids", 200), Is.EqualTo(new[] { 1, 2 }));
    }

    private static ShownPlant Plant { get; set; } = null!;

    private static Lazy<TagPage> Sixty { get; } = new(() => TagPage.From(Plant.View, Search(("search", "t")), 0, 200));

    [OneTimeSetUp]
    public static async Task StartAsync() =>
        Plant = await ShownPlant.StartAsync(
            $"""
              - name: Line1
                simulate: true
                tags: [{string.Join(
                ", ",
                Enumerable.Range(0, 70).Select(i => $"{{ name: {(i % 7 == 0 ? "x" : "T")}{i}, address: DB1.DBW{2 * i}, type: Int }}")
            )}]
            """,
            CancellationToken.None,
            reads: false
        );

    [OneTimeTearDown]
    public static ValueTask StopAsync() => Plant.DisposeAsync();

    private static string[] Names(TagPage page) => [.. page.Rows.Select(row => $"{row.Plc}/{row.Name}")];

    private static TagSearch Search(params (string Name, string Value)[] query) => TagSearch.Parse(Query(query));

    private static PageQuery Query(params (string Name, string Value)[] query) =>
        new(new QueryCollection(query.ToDictionary(each => each.Name, each => new StringValues(each.Value))));
}
