using S7OpcBridge.Map;
using S7OpcBridge.S7;
using S7OpcBridge.Simulation;

namespace S7OpcBridge.Tests;

/// <summary>Tags become values of a soft PLC.</summary>
public sealed class SimulationTests
{
    [TestCase("hold", null)]
    [TestCase("ramp", null)]
    [TestCase("{ kind: sine, period: 30s }", 30.0)]
    [TestCase("{ kind: counter, period: 2s }", 2.0)]
    public void The_map_says_how_a_tag_moves(string text, double? seconds)
    {
        var (map, findings) = MapText.Load(MapText.WithTags($"- {{ name: A, address: MW0, type: Int, simulate: {text} }}"));
        Assert.That(findings, Is.Empty);
        Assert.That(map!.Simulations[0].Period?.TotalSeconds, Is.EqualTo(seconds));
        Assert.That(TagShapes.ShapeFor(map.Tags.Tags[0], map.Simulations[0], Codec).Shape, Is.Not.Null);
    }

    [Test]
    public void A_Bool_of_a_block_raises_an_alarm_that_is_numbered_within_its_block()
    {
        var (map, findings) = MapText.Load(
            """
            server: { anonymous: read }
            plcs:
              - name: Line1
                simulate: true
                protocol: s7plus
                tags:
                  - { name: Full, symbol: '"DB_Pack".Full', type: Bool, simulate: { kind: toggle, period: 20s, alarm: Pallet full } }
                  - { name: Jam, symbol: '"DB_Pack".Jam', type: Bool, simulate: { kind: hold, alarm: Jam } }
                  - { name: Hot, symbol: '"DB_Oven".Hot', type: Bool, simulate: { kind: hold, alarm: Too hot } }
                  - { name: Run, symbol: '"DB_Oven".Run', type: Bool, simulate: toggle }
            """
        );
        Assert.That(findings, Is.Empty);
        var alarms = SimulatedAlarms.Of(map!, map!.Tags.Plcs[0]);
        Assert.That(alarms.Select(alarm => alarm.Name), Is.EqualTo(new[] { "DB_Pack/1", "DB_Pack/2", "DB_Oven/1" }));
        Assert.That(alarms[0].Texts.Single().Text, Is.EqualTo("Pallet full"));
        Assert.That(SimulatedAlarms.AreSame(alarms, SimulatedAlarms.Of(map, map.Tags.Plcs[0])));
        Assert.That(SimulatedAlarms.AreSame(alarms, [.. alarms.Skip(1)]), Is.False);
    }

    [TestCase("60000123", S7MessageKinds.AlarmS, 0x60000123u)]
    [TestCase("187/3", S7MessageKinds.Alarm8, 187u)]
    [CancelAfter(30_000)]
    public async Task A_Bool_of_classic_S7_raises_an_alarm_by_its_number(
        string alarm,
        S7MessageKinds kind,
        uint id,
        CancellationToken cancellationToken
    )
    {
        var (map, findings) = MapText.Load(
            $$"""
            server: { anonymous: read }
            plcs:
              - name: Line1
                simulate: true
                profile: {{(kind == S7MessageKinds.Alarm8 ? "s7-400" : "s7-300")}}
                host: 192.0.2.1
                tags:
                  - { name: Full, address: DB1.DBX0.3, type: Bool, simulate: { kind: toggle, period: 500ms, alarm: {{alarm}} } }
            """
        );
        Assert.That(findings, Is.Empty);
        await using var plant = await SimulatedPlant.StartAsync(map!, 0, TimeProvider.System);
        var options = plant.Redirect(map!.Tags).Plcs[0].Connection;
        await using var connection = await S7Connection.ConnectAsync(options, TimeProvider.System, cancellationToken);
        var subscription = await connection.Messages.SubscribeAsync(kind, "test", cancellationToken);
        var message = (S7AlarmMessage)(await subscription.ReceiveAsync(cancellationToken))!;
        Assert.That(message.Alarms.Single().State.Id, Is.EqualTo(id));
    }

    [Test]
    [CancelAfter(30_000)]
    public async Task An_alarm_of_the_map_comes_with_its_bit(CancellationToken cancellationToken)
    {
        var (map, _) = MapText.Load(
            """
            server: { anonymous: read }
            plcs:
              - name: Line1
                simulate: true
                protocol: s7plus
                tags:
                  - { name: Full, symbol: '"DB_Pack".Full', type: Bool, simulate: { kind: toggle, period: 500ms, alarm: Pallet full } }
            """
        );
        await using var plant = await SimulatedPlant.StartAsync(map!, 0, TimeProvider.System);
        var alarms = plant.SoftPlcs.Single().Plus!.Alarms;
        while (alarms.Pending.Count == 0)
            await Task.Delay(10, cancellationToken);
        Assert.That(alarms.Pending, Is.EqualTo(new[] { "DB_Pack/1" }));
    }

    [Test]
    public void A_wish_on_a_structure_reaches_the_members_that_it_fits_and_a_text_can_be_held()
    {
        var (map, findings) = MapText.Load(
            MapText.WithTags(
                "- { name: M, address: DB1.DBB0, type: Motor, simulate: ramp }\n- { name: T, address: DB2.DBB0, type: String(9), simulate: hold }"
            ) + "types: { Motor: { Speed: Int, Name: \"String[4]\" } }\n"
        );
        Assert.That(findings, Is.Empty);
        Assert.That(map!.Simulations.Keys, Is.EqualTo(new[] { 0, 2 }));
        Assert.That(TagShapes.ShapeFor(map.Tags.Tags[2], map.Simulations[2], Codec) is { Writable: true, Shape: null }, Is.True);
    }

    [TestCase(
        "simulate: wobble",
        "map.yaml:9:55: error: unknown value 'wobble' for 'simulate'; known are hold, ramp, sine, counter, toggle, walk"
    )]
    [TestCase(
        "simulate: { period: 1s }",
        "map.yaml:9:55: error: the simulation has no 'kind'; write one of hold, ramp, sine, counter, toggle, walk"
    )]
    [TestCase(
        "simulate: { kind: ramp, alarm: Full }",
        "map.yaml:9:40: error: an alarm of a simulated PLC follows a Bool, not Int; move 'alarm' to the tag of a Bool"
    )]
    public void A_wrong_wish_is_a_finding(string key, string expected) =>
        Assert.That(MapText.FindingsOfTags($"- {{ name: A, address: MW0, type: Int, {key} }}"), Is.EqualTo(new[] { expected }));

    [TestCase(
        "s7-300",
        "address: DB1.DBX0.0",
        "error: 'Pallet full' is no message number, and without 'protocol: s7plus' a simulated PLC has alarms by number only; write one"
    )]
    [TestCase(
        "s7-1500, protocol: s7plus",
        "symbol: '\"Motor_On\"'",
        "error: an alarm of a simulated PLC belongs to a data block, and \"Motor_On\" is a PLC tag; move 'alarm' to a Bool"
    )]
    [TestCase(
        "s7-1500, protocol: s7plus",
        "address: DB1.DBX0.0",
        "error: an alarm of a simulated PLC with 'protocol: s7plus' follows a symbol, and this tag has an address; write 'symbol'"
    )]
    public void An_alarm_that_no_soft_PLC_could_raise_is_a_finding(string profile, string place, string expected)
    {
        var (_, findings) = MapText.Load(
            $$"""
            server: { anonymous: read }
            plcs:
              - name: Line1
                host: 192.0.2.1
                profile: {{profile.Replace(", ", "\n    ", StringComparison.Ordinal)}}

                tags:
                  - { name: A, {{place}}, type: Bool, simulate: { kind: hold, alarm: Pallet full } }
            """
        );
        Assert.That(string.Join('\n', findings), Does.Match("map.yaml:[0-9]+:[0-9]+: ").And.Contain(expected));
    }

    [Test]
    public void Range_limits_or_unit_bound_what_moves_and_writable_tags_keep_what_was_written()
    {
        var tags = MapText
            .TagsOf(
                """
                - { name: A, address: DB1.DBD0, type: Real, range: [5, 6], limits: [1, 9] }
                - { name: B, address: DB1.DBD4, type: Real, limits: [1, 9], access: readwrite }
                - { name: C, address: DB1.DBD8, type: Real, unit: rpm }
                - { name: D, address: DB1.DBD12, type: Real }
                """
            )
            .Select(t => TagShapes.ShapeFor(t, null, Codec))
            .ToArray();
        Assert.That(
            tags.Select(t => (t.Low, t.High, t.Writable)),
            Is.EqualTo(new (double?, double?, bool)[] { (5, 6, false), (1, 9, true), (0, 1500, false), (null, null, false) })
        );
    }

    [Test]
    [CancelAfter(30_000)]
    public async Task Every_tag_of_the_demo_plant_has_a_place_on_its_soft_PLC(CancellationToken cancellationToken)
    {
        var map = MapLoader.Load(Repository.PathOf("config/bridge.yaml"), new FindingList())!;
        await using var plant = await SimulatedPlant.StartAsync(map, 0, TimeProvider.System);
        var redirected = plant.Redirect(map.Tags);
        Assert.That(plant.SoftPlcs, Has.Count.EqualTo(3));
        foreach (var plc in redirected.Plcs)
        {
            await using var connection = await S7Connection.ConnectAsync(plc.Connection, TimeProvider.System, cancellationToken);
            foreach (var tag in map.Tags.Tags.Where(t => t.Plc == plc.Index))
            {
                var job = new S7ReadJob([tag.Address.RangeOf(tag.Type)]);
                await connection.ReadAsync(job, cancellationToken);
                Assert.That(job.StatusOf(0), Is.EqualTo(S7ItemStatus.Ok), tag.Name);
                var codec = S7Codec.Create(tag.Type, tag.Address.Bit, Codec);
                Assert.That(codec.TryDecode(job.DataOf(0), out _), Is.True, tag.Name);
            }
        }
    }

    [Test]
    public void Run_simulate_stands_in_for_every_PLC_without_a_load_ceiling()
    {
        var map = MapText.Load(MapText.WithTags("- { name: A, address: MW0, type: Int }")).Map!;
        var plc = map.WithAllSimulated().Tags.Plcs[0];
        Assert.That((map.Tags.Plcs[0].Simulated, plc.Simulated, plc.Load), Is.EqualTo((false, true, S7Load.None)));
    }

    private static S7CodecOptions Codec => new(S7TextEncodings.Windows1252, TimeZoneInfo.Utc);
}
