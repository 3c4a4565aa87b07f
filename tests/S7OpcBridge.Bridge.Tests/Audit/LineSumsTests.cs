using S7OpcBridge.Bridge.Audit;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests.Audit;

/// <summary>Many writes are told together in the log: who, how many, which PLC.</summary>
[CancelAfter(60_000)]
public sealed class WriteSumsTests
{
    private readonly ManualClock _clock = new();
    private readonly List<string> _told = [];

    [SetUp]
    public void Forget() => _told.Clear();

    [Test]
    public void A_hundred_writes_of_a_minute_are_told_and_the_others_at_its_end()
    {
        using var sums = Sums();
        Assert.That(Enumerable.Range(0, 6000).Count(i => sums.Take(Caller("mes"), "Line1", Status(i))), Is.EqualTo(100));
        Assert.That(_told, Is.Empty);
        _clock.Advance(TimeSpan.FromMinutes(1));
        Assert.That(_told, Is.EqualTo(new[] { "mes Line1 5900 590" }));
        Assert.That(sums.Take(Caller("mes"), "Line1", default), Is.True, "the next minute begins");
        _clock.Advance(TimeSpan.FromMinutes(10));
        Assert.That(_told, Has.Count.EqualTo(1), "nothing was left out");
    }

    [Test]
    public void Each_user_and_each_PLC_has_lines_of_its_own()
    {
        using var sums = Sums();
        foreach (var (user, plc) in new[] { ("mes", "Line1"), ("mes", "Line2"), ("anna", "Line1"), (null, "Line1") })
            Assert.That(Enumerable.Range(0, 101).Count(_ => sums.Take(Caller(user), plc, default)), Is.EqualTo(100));
        _clock.Advance(TimeSpan.FromMinutes(1));
        Assert.That(_told, Is.EquivalentTo(new[] { "mes Line1 1 0", "mes Line2 1 0", "anna Line1 1 0", " Line1 1 0" }));
    }

    [Test]
    public void What_is_not_told_yet_is_told_at_the_end()
    {
        using (var sums = Sums())
        {
            for (var i = 0; i < 150; i++)
                sums.Take(Caller("mes"), "Line1", default);
        }

        Assert.That(_told, Is.EqualTo(new[] { "mes Line1 50 0" }));
    }

    [Test]
    public void The_memory_for_names_is_bounded_and_nothing_is_left_out()
    {
        using (var sums = Sums())
        {
            for (var i = 0; i < 5000; i++)
                sums.Take(Caller($"user {i}"), "Line1", default);
        }

        Assert.That(_told, Is.EqualTo(new[] { "several users  3900 0" }), "those beyond a thousand count together");
    }

    [Test]
    public async Task Writes_of_a_client_are_summed_up_by_PLC(CancellationToken token)
    {
        var lines = new AuditTests.Lines();
        await using (var plant = await ServedPlant.StartAsync(
            tags => tags.Class("fast", 20).Tag("Limited", "DB1.DBW22", "Int", new TagDetails { Limits = new TagRange(0, 100) }), token, loggers: lines))
        {
            await plant.UntilAsync("Limited", StatusCodes.Good, token);
            await plant.WriteAsync(token, [.. Enumerable.Repeat(("Limited", Variant.Of((short)101)), 130)]);
        }

        Assert.That(lines.Of(323), Has.Count.EqualTo(100));
        Assert.That(lines.Of(330).Select(line => $"{line["User"]} {line["Count"]} {line["Plc"]} {line["Refused"]}"), Is.EqualTo(new[]
        {
            "anonymous 30 Line1 30",
        }));
    }

    private WriteSums Sums() => new(_clock, sum => _told.Add(string.Join(' ', sum.IsMixed ? "several users" : sum.User, sum.Plc, sum.Count, sum.Refused)));

    private static StatusCode Status(int i) => i % 10 == 0 ? StatusCodes.BadOutOfRange : StatusCodes.Good;

    private static UaCaller Caller(string? user) => new(default, "test", user, [], "urn:client", null, true);
}
