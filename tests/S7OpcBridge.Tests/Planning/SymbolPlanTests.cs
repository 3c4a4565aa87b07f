using S7OpcBridge.Core;
using S7OpcBridge.Planning;

namespace S7OpcBridge.Tests;

/// <summary>What <c>plan</c> says of a PLC that is asked by symbol.</summary>
public sealed class SymbolPlanTests
{
    [Test]
    public void Slow_symbols_ride_in_requests_of_fast_ones()
    {
        var map = MapText
            .Load(
                """
                server: { anonymous: read, security: [None] }
                plcs:
                  - name: L
                    host: h
                    profile: s7-1500
                    protocol: s7plus
                    scan: { fast: 100ms, rare: 10s }
                    tags:
                      - { name: A, symbol: '"DB".A', scan: fast }
                      - { name: B, symbol: '"DB".B', scan: rare }
                      - { name: C, symbol: '"DB".C', scan: rare }
                """
            )
            .Map!;
        var plan = PlanReport.For(map, null, null).Plcs[0];
        Assert.That(
            plan.SymbolScans.Select(scan => (scan.Scan.Name, scan.Requests, scan.Plan.LowerBound)),
            Is.SupersetOf(new[] { ("fast", 1, 1), ("rare", 0, 0) })
        );
        Assert.That(plan.SymbolScans.Single(scan => scan.Scan.Name == "fast").Rides, Is.EqualTo(new[] { new RidingTags(0, "rare", 2) }));
        using var output = new StringWriter();
        PlanTables.Write(new PlanReport([plan]), output);
        Assert.That(output.ToString(), Does.Contain("2 of rare"));
        Assert.That(
            PlanJson.Write(new PlanReport([plan])),
            Does.Contain("\"requests\":[{\"items\":3,\"rides\":[{\"scan\":\"rare\",\"tags\":2}]}]")
        );
    }
}
