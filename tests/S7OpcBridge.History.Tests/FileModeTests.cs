using System.Runtime.Versioning;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Tests;

[Platform(Exclude = "Win"), UnsupportedOSPlatform("windows")]
internal sealed class FileModeTests : StoreFixture
{
    private const UnixFileMode OfFile = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    [Test]
    public async Task Only_the_owner_may_read_what_the_store_makes()
    {
        var folder = Path.Combine(Folder, "history");
        await using var store = await OpenAsync(options => options with { Folder = folder, JournalBytes = 1 });
        var series = store.SeriesOf("Line1/Speed", "Line1");
        for (var i = 0; i < 3000; i++)
            store.Record(series, Variant.From(i * 0.5), StatusCodes.Good, Start + i);
        await store.FlushAsync(CancellationToken.None);
        store.Record(series, Variant.From(1.0), StatusCodes.Good, Start + Second);
        await store.FlushAsync(CancellationToken.None);

        var modes = Directory.GetFiles(folder).ToDictionary(path => Path.GetFileName(path), path => File.GetUnixFileMode(path));
        Assert.That(
            modes.Keys,
            Has.Some.Match(@"^journal-\d+\.log$").And.Some.Match(@"^\d{4}-\d\d-\d\d\.db$").And.Some.EqualTo("catalog.db")
        );
        Assert.That(modes.Values, Is.All.EqualTo(OfFile), string.Join(' ', modes));
        Assert.That(File.GetUnixFileMode(folder), Is.EqualTo(OfFile | UnixFileMode.UserExecute));
    }
}
