using S7OpcBridge.Core;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.Plans;
using S7OpcBridge.Web.Tags;

namespace S7OpcBridge.Web.Tests;

/// <summary>What the page says of a PLC that was there and is away.</summary>
[CancelAfter(60_000)]
public sealed class LostPlcTests
{
    private const string Plcs = """
          - name: Line1
            simulate: true
            profile: s7-1500
            timeout: 300ms
            reconnect: { first: 100ms, max: 200ms }
            scan: { fast: 50ms }
            tags: [{ name: Speed, address: DB1.DBD0, type: Real, scan: fast }]
        """;

    [Test]
    public async Task Its_plan_is_not_said_to_be_that_of_a_PLC_never_seen_and_its_values_grow_old(CancellationToken cancellationToken)
    {
        await using var plant = await ShownPlant.StartAsync(Plcs, cancellationToken);
        await ShownPlant.UntilAsync(() => new PlanView(plant.View).Draw("Line1", "", 0)!, plan => plan.IsPlayed, cancellationToken);
        await ShownPlant.UntilAsync(() => Moment(plant), moment => moment.Quality == "Good", cancellationToken);

        plant.SoftPlc.Faults.CutPower();
        // Several attempts have failed since: none of them made the value any younger.
        var lost = await ShownPlant.UntilAsync(
            () => plant.View.Plcs.StatusOf(0),
            status => status is { Connected: false, State: PlcState.Waiting },
            cancellationToken
        );
        var confirmed = new DateTimeOffset(lost.Scans.Single(scan => scan.Scan == "fast").ConfirmedTicks, TimeSpan.Zero);
        var tried = await ShownPlant.UntilAsync(
            () => plant.View.Server.Read(0),
            read => read.Confirmed - confirmed.UtcDateTime > TimeSpan.FromMilliseconds(500),
            cancellationToken
        );
        var (before, moment) = (TimeProvider.System.GetUtcNow(), Moment(plant));

        Assert.That(tried.Confirmed, Is.GreaterThan(confirmed.UtcDateTime), "for OPC UA the time is that of the last attempt");
        Assert.That(
            moment.AgeMs,
            Is.GreaterThanOrEqualTo(Math.Floor((before - confirmed).TotalMilliseconds)),
            "for people the age is that of the value"
        );
        var plan = new PlanView(plant.View).Draw("Line1", "", 0)!;
        Assert.That((plan.IsPlayed, plan.WasConnected, plan.Scans.Sum(scan => scan.Requests)), Is.EqualTo((false, true, 1)));
    }

    private static TagLiveValue Moment(ShownPlant plant) =>
        TagPage
            .LiveValuesOf(
                plant.View,
                TagPage.From(plant.View, TagSearch.Parse(new PageQuery(new Microsoft.AspNetCore.Http.QueryCollection())), 0, 1).Run,
                [0]
            )
            .Single();
}
