using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.Planning;
using S7OpcBridge.Simulation;

namespace S7OpcBridge.Tests;

/// <summary>What <c>plan</c> counts.</summary>
public sealed class PlanReportTests
{
    [TestCase("s7-300", 240, 19)]
    [TestCase("s7-400", 480, 39)]
    [TestCase("s7-1500", 960, 79)]
    [TestCase("s7-200smart", 240, 19)]
    [TestCase("generic", 960, 20)]
    public void The_PDU_is_what_the_family_answers_and_the_items_what_fits(string profile, int pdu, int items)
    {
        var plan = PlanReport.For(MapWith(profile, ""), null, null).Plcs[0];
        Assert.That((plan.PduSize, plan.MaxItems), Is.EqualTo((pdu, items)));
    }

    [Test]
    public void The_map_and_the_command_line_lower_it()
    {
        Assert.That(
            PlanReport.For(MapWith("s7-1500", "pduSize: 480, maxItems: 7,"), null, null).Plcs[0] is { PduSize: 480, MaxItems: 7 },
            Is.True
        );
        Assert.That(PlanReport.For(MapWith("s7-1500", ""), 240, 5).Plcs[0] is { PduSize: 240, MaxItems: 5 }, Is.True);
    }

    [Test]
    public void A_snapshot_is_one_request_and_the_plan_says_where_it_can_not_be()
    {
        var map = MapText
            .Load(
                MapText.WithTags(
                    """
                    - { name: Near/A, address: DB1.DBD0, type: Real, snapshot: near }
                    - { name: Near/B, address: DB1.DBD40, type: Real, snapshot: near }
                    - { name: Far/A, address: DB1.DBW1000, type: Int, snapshot: far }
                    - { name: Far/B, address: DB1.DBW3000, type: Int, snapshot: far }
                    - { name: Big, address: DB2.DBB0, type: Byte(0..5000), snapshot: big }
                    - { name: Big2, address: DB3.DBB0, type: Byte, snapshot: big }
                    """
                )
            )
            .Map!;
        var plan = PlanReport.For(map, null, null).Plcs[0];
        Assert.That(
            PlanWarnings.ListFor(plan).Where(w => w.Contains("snapshot")),
            Is.EqualTo(
                new[]
                {
                    "the snapshot 'far' on 'Line1' comes from one request but several items, and the CPU may change values between them; move its tags "
                        + "together, within 512 bytes",
                    "the snapshot 'big' on 'Line1' does not fit into one request of PDU 960: its tags can come from different moments; make it smaller",
                }
            )
        );
        Assert.That(
            map.Tags.Tags[0].Details!.Snapshot,
            Is.EqualTo(map.Tags.Tags[1].Details!.Snapshot).And.Not.EqualTo(map.Tags.Tags[2].Details!.Snapshot)
        );
    }

    [TestCase("s7-1500", 1)]
    [TestCase("s7-400", 2)]
    public void A_snapshot_is_one_item_within_the_bytes_that_the_family_copies_in_one_go(string profile, int items)
    {
        var map = MapText
            .Load(
                MapText
                    .WithTags(
                        """
                        - { name: A, address: DB1.DBD0, type: Real, snapshot: s }
                        - { name: B, address: DB1.DBD300, type: Real, snapshot: s }
                        """
                    )
                    .Replace("s7-1500", profile)
            )
            .Map!;
        Assert.That(PlanReport.For(map, 480, null).Plcs[0].Scans.Sum(s => s.Items), Is.EqualTo(items));
    }

    [Test]
    public void Rides_are_in_the_table_and_in_the_JSON_and_leave_the_other_class_what_is_left()
    {
        var map = MapText
            .Load(
                MapText.WithTags(
                    """
                    - { name: F, address: DB1.DBW0, type: Int, scan: fast }
                    - { name: S1, address: DB9.DBW0, type: Int, scan: normal }
                    - { name: S2, address: DB9.DBW2, type: Int, scan: normal }
                    """
                )
            )
            .Map!;
        var report = PlanReport.For(map, null, null);
        var (fast, slow) = (
            report.Plcs[0].Scans.Single(s => s.Scan.Name == "fast"),
            report.Plcs[0].Scans.Single(s => s.Scan.Name == "normal")
        );
        Assert.That(fast.Rides, Is.EqualTo(new[] { new RidingTags(0, "normal", 2) }));
        Assert.That((fast.Tags, fast.Items, fast.Bytes, fast.GapBytes), Is.EqualTo((1, 2, 6, 0)));
        Assert.That((slow.Tags, slow.Plan.Requests.Length, slow.Plan.LowerBound, slow.Bytes), Is.EqualTo((2, 0, 0, 0)));
        Assert.That(
            PlanJson.Write(report),
            Does.Contain("\"rides\":[{\"scan\":\"normal\",\"tags\":2}]")
                .And.Contain("\"scan\":\"normal\",\"intervalMs\":1000,\"tags\":2,\"lowerBound\":0,\"requests\":[]")
        );
        var text = new StringWriter();
        PlanTables.Write(report, text);
        Assert.That(text.ToString(), Does.Contain("Carries").And.Contain("2 of normal"));
    }

    [Test]
    public void A_snapshot_in_two_scan_classes_is_an_error() =>
        Assert.That(
            MapText.FindingsOfTags(
                "- { name: A, address: MW0, type: Int, snapshot: s }\n- { name: B, address: MW2, type: Int, snapshot: s, scan: fast }"
            ),
            Is.EqualTo(
                new[]
                {
                    "map.yaml:10:55: error: the tags of the snapshot 's' are in two scan classes, the first at map.yaml:9:55; one request reads them, so give "
                        + "them the same class",
                }
            )
        );

    [Test, CancelAfter(30_000)]
    public async Task What_is_printed_is_what_the_demo_plant_is_asked(CancellationToken token)
    {
        var map = MapLoader.Load(Repository.PathOf("config/bridge.yaml"), new FindingList())!;
        await using var plant = await SimulatedPlant.StartAsync(map, 0, TimeProvider.System);
        await using var acquisition = new Acquisition(plant.Redirect(map.Tags), TimeProvider.System, NullLoggerFactory.Instance);
        acquisition.Start();
        var missing = map.Tags.ScanGroups.Where(scan => scan.Mode == ScanMode.AtRate).Select(scan => scan.Index).ToHashSet();
        while (missing.Count > 0)
        {
            var batch = await acquisition.Batches.ReadAsync(token);
            if (batch.ConfirmedTicks > 0)
                missing.Remove(batch.ScanGroup);
            batch.Return();
        }

        foreach (var plan in PlanReport.For(map, null, null).Plcs)
        {
            var status = acquisition.StatusOf(plan.Plc.Index);
            Assert.That(status.PduSize, Is.EqualTo(plan.PduSize));
            Assert.That(
                status.Scans.Select(scan => (scan.Scan, scan.PdusPerCycle)),
                Is.EqualTo(plan.Scans.Select(scan => (scan.Scan.Name, scan.Plan.Requests.Length)))
            );
        }
    }

    private static BridgeMap MapWith(string profile, string keys) =>
        MapText
            .Load(
                $"server: {{ security: [None], anonymous: read }}\nplcs:\n  - {{ name: A, host: h, profile: {profile}, {keys} tags: [ {{ name: A, address: "
                    + $"DB1.DBW0, type: Int }} ] }}"
            )
            .Map!;
}
