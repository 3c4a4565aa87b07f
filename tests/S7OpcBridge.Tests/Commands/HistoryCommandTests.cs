using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.History;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Recording;

namespace S7OpcBridge.Tests;

/// <summary><c>history</c>: the store from the command line.</summary>
internal sealed class HistoryCommandTests
{
    private string _folder = "";

    [SetUp]
    public async Task FillAsync()
    {
        _folder = Directory.CreateTempSubdirectory("s7opcbridge-history-command-").FullName;
        await using var store = await HistoryStore.OpenAsync(
            new() { Folder = _folder },
            TimeProvider.System,
            NullLogger.Instance,
            CancellationToken.None
        );
        store.Record(store.SeriesOf("Line1/Speed", "Line1"), Variant.From(12.5), StatusCode.Good, UaTime.Now(TimeProvider.System));
    }

    [TearDown]
    public void Delete() => Directory.Delete(_folder, recursive: true);

    [Test]
    public async Task A_store_is_listed_exported_verified_and_compacted()
    {
        var list = await RunAsync("list");
        Assert.That(list.Output.Split('\n')[1], Does.StartWith("Line1/Speed\t1\t"));
        var export = await RunAsync("export", "--tag", "Line1/Speed", "--from", "2020-01-01");
        Assert.That(export.Output.TrimEnd(), Does.EndWith(",Good,12.5"));
        var verify = await RunAsync("verify");
        Assert.That(verify.Output, Does.Contain("Nothing is damaged."));
        var compact = await RunAsync("compact");
        Assert.That(new[] { list, export, verify, compact }.Select(run => run.ExitCode), Is.All.Zero);
    }

    [Test]
    public async Task The_events_of_the_server_have_a_name_that_export_takes_as_well()
    {
        await using (
            var store = await HistoryStore.OpenAsync(
                new() { Folder = _folder },
                TimeProvider.System,
                NullLogger.Instance,
                CancellationToken.None
            )
        )
            store.Record(
                store.SeriesOf(EventSeries.Key, "!events"),
                Variant.FromByteString([1, 2]),
                StatusCodes.Good,
                UaTime.Now(TimeProvider.System)
            );
        var list = await RunAsync("list");
        Assert.That(
            list.Output.Split('\n').Select(line => line.Split('\t')[0]),
            Is.EqualTo(new[] { "tag", "Line1/Speed", "Server (events)", "" })
        );
        Assert.That(list.Output.TrimEnd().Split('\n').Select(line => line.Count(letter => letter == '\t')), Is.All.EqualTo(4), "columns");
        Assert.That(list.Error, Does.StartWith("1 tags and the events, "));
        foreach (var name in (string[])["Server (events)", "i=2253"])
            Assert.That((await RunAsync("export", "--tag", name)).Output, Does.Contain("\ni=2253,"), name);
    }

    [Test]
    public async Task Wrong_words_are_told()
    {
        var unknown = await RunAsync("export", "--tag", "Line1/Sped");
        Assert.That(unknown.Error, Does.Contain("nothing was recorded of 'Line1/Sped'; 'history list' shows the tags."));
        Assert.That(unknown.ExitCode, Is.EqualTo(1));
        Assert.That((await RunAsync("export", "--from", "yesterday")).ExitCode, Is.EqualTo(2));
        Assert.That((await RunAsync("export", "--format", "parquet")).ExitCode, Is.EqualTo(2));
    }

    private Task<Shell> RunAsync(string what, params string[] more) => Shell.RunAsync(["history", what, "--store", _folder, .. more]);
}
