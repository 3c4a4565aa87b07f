using S7OpcBridge.Web.Plans;

namespace S7OpcBridge.Web.Tests;

/// <summary>Read plans as bytes: what is drawn is what goes over the wire.</summary>
[CancelAfter(60_000)]
public sealed class PlanViewTests
{
    private const string Plcs = """
          - name: Line1
            simulate: true
            profile: s7-300
            scan: { fast: 100ms, slow: 10s, rare: { interval: 1s, demand: true } }
            tags:
              - { name: Running, address: DB1.DBX0.0, type: Bool, scan: fast }
              - { name: Fault, address: DB1.DBX0.1, type: Bool, scan: fast }
              - { name: Speed, address: DB1.DBD2, type: Real, scan: fast }
              - { name: Rider, address: DB1.DBW8, type: Int, scan: slow }
              - { name: Long, address: DB2.DBB0, type: "Array[0..499] of Byte", scan: fast }
              - { name: Timer, address: T5, scan: fast }
              - { name: Seldom, address: DB1.DBW10, type: Int, scan: rare }
          - name: Off
            host: 127.0.0.1
            enabled: false
            profile: s7-1500
            tags: [{ name: A, address: DB1.DBW0, type: Int }]
        """;

    [Test]
    public async Task Heads_items_and_padding_add_up_to_the_bytes_of_each_PDU(CancellationToken cancellationToken)
    {
        await using var plant = await ShownPlant.StartAsync(Plcs, cancellationToken);
        var plan = await PlayedAsync(plant, cancellationToken);
        Assert.That((plan.PduSize, plan.Simulated), Is.EqualTo((240, true)));
        var pdus = plan.Scans.SelectMany(scan => scan.Pdus).ToArray();
        Assert.That(pdus, Has.Length.GreaterThan(3), "500 bytes alone take three PDUs of 240");
        foreach (var pdu in pdus)
        {
            var data = pdu.Items.Select(item => 4 + item.Bytes + (item.Bytes % 2)).ToArray();
            Assert.That(pdu.RequestBytes, Is.EqualTo(12 + (12 * pdu.Items.Count)));
            Assert.That(14 + data.Sum() - (pdu.Items[^1].Bytes % 2), Is.EqualTo(pdu.ResponseBytes), "the last item is not padded");
            Assert.That(pdu.ResponseBytes, Is.LessThanOrEqualTo(240));
        }
    }

    [Test]
    public async Task Each_byte_of_an_item_belongs_to_tags_or_is_gap(CancellationToken cancellationToken)
    {
        await using var plant = await ShownPlant.StartAsync(Plcs, cancellationToken);
        var plan = await PlayedAsync(plant, cancellationToken);
        var fast = plan.Scans.Single(scan => scan.Name == "fast");
        var item = fast.Pdus.SelectMany(pdu => pdu.Items).Single(item => item is { Block: "DB1", First: 0 });
        Assert.That((item.Last, item.Bytes, item.Tags), Is.EqualTo((5, 6, 3)), "with one byte between Bools and Real");
        Assert.That(item.Used, Is.EqualTo(new[] { 0, 1, 2, 4 }), "two Bools share a byte");
        Assert.That(item.GapBytesOf(), Is.EqualTo(1));
        Assert.That(
            fast.Pdus.SelectMany(pdu => pdu.Items).Count(each => each is { Block: "DB1", First: 8, Tags: 1 }),
            Is.EqualTo(1),
            "the slow tag rides"
        );
        Assert.That(
            fast.Pdus.SelectMany(pdu => pdu.Items).Single(each => each.Block == "T"),
            Is.EqualTo(new ItemBar("T", 5, 5, 2, 1, [0, 2]))
                .Using<ItemBar>((a, b) => a with { Used = b.Used } == b && a.Used.SequenceEqual(b.Used))
        );
        Assert.That((fast.GapBytes, fast.Tags, plan.Scans.Single(scan => scan.Name == "slow").Requests), Is.EqualTo((1, 5, 0)));
        var pieces = plan.Scans.SelectMany(scan => scan.Pdus).SelectMany(pdu => pdu.Items).Where(each => each.Block == "DB2").ToArray();
        Assert.That(pieces.Sum(piece => piece.Bytes), Is.EqualTo(500));
        Assert.That(
            pieces.Select(piece => (piece.Tags, piece.GapBytesOf())),
            Is.All.EqualTo((1, 0)),
            "each piece of a long tag is read for it"
        );
    }

    [Test]
    public async Task The_tags_of_a_request_are_told_item_by_item(CancellationToken cancellationToken)
    {
        await using var plant = await ShownPlant.StartAsync(Plcs, cancellationToken);
        var view = new PlanView(plant.View);
        var fast = (await PlayedAsync(plant, cancellationToken)).Scans.Single(scan => scan.Name == "fast");
        var tags = Enumerable.Range(0, fast.Requests).SelectMany(request => view.TagsIn("Line1", "fast", request)!).ToArray();
        Assert.That(tags.Select(item => item.Tags), Is.EqualTo(fast.Pdus.SelectMany(pdu => pdu.Items).Select(item => item.Tags)));
        Assert.That(
            tags.SelectMany(item => item.First).Select(tag => $"{tag.Name} {tag.Address} {tag.Scan}").Distinct(),
            Is.EquivalentTo(
                new[]
                {
                    "Running DB1.DBX0.0 fast",
                    "Fault DB1.DBX0.1 fast",
                    "Speed DB1.DBD2 fast",
                    "Rider DB1.DBW8 slow",
                    "Timer T5 fast",
                    "Long DB2.DBB0 fast",
                }
            )
        );
        Assert.That(view.TagsIn("Line1", "fast", fast.Requests), Is.Null);
        Assert.That(view.TagsIn("Line1", "none", 0), Is.Null);
        Assert.That(view.TagsIn("None", "fast", 0), Is.Null);
    }

    [Test]
    public async Task Before_the_first_connection_the_expected_plan_is_drawn_and_says_so()
    {
        await using var plant = await ShownPlant.StartAsync(Plcs, CancellationToken.None, reads: false);
        var plan = new PlanView(plant.View).Draw("Off", "", 0)!;
        Assert.That((plan.IsPlayed, plan.PduSize, plan.Scans[0].Requests), Is.EqualTo((false, 960, 1)));
        Assert.That(new PlanView(plant.View).Draw("Nobody", "", 0), Is.Null);
    }

    [Test]
    public async Task A_class_of_many_PDUs_is_told_in_pages()
    {
        await using var plant = await ShownPlant.StartAsync(
            """
              - name: Line1
                host: 127.0.0.1
                enabled: false
                pduSize: 240
                tags: [{ name: Long, address: DB1.DBB0, type: "Array[0..29999] of Byte" }]
            """,
            CancellationToken.None,
            reads: false
        );
        var view = new PlanView(plant.View);
        var first = view.Draw("Line1", "", 0)!.Scans.Single();
        Assert.That((first.Requests, first.Pdus.Count), Is.EqualTo((136, 64)));
        var rest = Enumerable.Range(0, 3).SelectMany(page => view.Draw("Line1", first.Name, 64 * page)!.Scans.Single().Pdus).ToArray();
        Assert.That(rest, Has.Length.EqualTo(136));
        Assert.That(rest.SelectMany(pdu => pdu.Items).Sum(item => item.Bytes), Is.EqualTo(30_000));
    }

    private static Task<PlanDrawing> PlayedAsync(ShownPlant plant, CancellationToken cancellationToken) =>
        ShownPlant.UntilAsync(() => new PlanView(plant.View).Draw("Line1", "", 0)!, IsComplete, cancellationToken);

    // The classes come into the plan one after the other: 'rare' when its time has come, 'fast' with the three PDUs that 500 bytes take.
    private static bool IsComplete(PlanDrawing plan) => plan.IsPlayed && RequestsOf(plan, "rare") == 1 && RequestsOf(plan, "fast") >= 3;

    private static int RequestsOf(PlanDrawing plan, string scan) =>
        plan.Scans.Where(each => each.Name == scan).Sum(each => (int)each.Requests);
}
