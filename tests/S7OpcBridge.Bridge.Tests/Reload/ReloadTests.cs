using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>Another map under clients that are connected.</summary>
[CancelAfter(30_000)]
public sealed class ReloadTests
{
    [Test]
    public async Task Tags_come_go_and_come_back_while_others_are_not_told_twice(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(tags => Stay(tags).Tag("A", "DB1.DBW10", "Int"), token);
        await plant.UntilAsync("A", StatusCodes.Good, token);
        var watcher = await Watcher.SubscribeAsync(plant.Client, 0, token, ServedPlant.Node("Stay"), ServedPlant.Node("A"));
        await watcher.UntilAsync(() => watcher.Of(0).Count == 1 && watcher.Of(1).Count == 1, token);

        await plant.AdoptAsync(tags => Stay(tags).Tag("B", "DB1.DBW12", "Int"), token);
        await watcher.UntilAsync(1, StatusCodes.BadNodeIdUnknown, token);
        Assert.That(await ReadAsync(plant, "A", token), Is.EqualTo("BadNodeIdUnknown"));
        Assert.That(await ReadAsync(plant, "B", token), Is.EqualTo("Good"), "it has its first value when it is first seen");
        Assert.That(
            await plant.WriteAsync(token, ("A", Variant.From((short)1)), ("B", Variant.From((short)7))),
            Is.EqualTo(new[] { "BadNodeIdUnknown", "Good" })
        );
        Assert.That(await NamesAsync(plant, "", token), Is.SupersetOf(new[] { "Stay", "B" }).And.No.Member("A"));
        Assert.That((await plant.Client.ReadAsync(token, ServedPlant.Node("NodeVersion")))[0].Value.Reference, Is.EqualTo("2"));

        await plant.AdoptAsync(tags => Stay(tags).Tag("A", "DB1.DBW10", "Int"), token);
        await watcher.UntilAsync(1, StatusCodes.Good, token);
        plant.Poke(10, 0, 5);
        await watcher.UntilAsync(() => watcher.Of(1)[^1].Value.Equals(Variant.From((short)5)), token);

        Assert.That(watcher.Of(0), Has.Count.EqualTo(1));
        Assert.That(watcher.StatusesOf(1), Is.EqualTo(new[] { "Good", "BadNodeIdUnknown", "Good" }));
    }

    [Test]
    public async Task A_write_while_its_tag_is_replaced_is_not_told_that_the_tag_is_read_only(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(tags => Stay(tags).Tag("A", "DB1.DBW10", "Int"), token);
        await plant.UntilAsync("A", StatusCodes.Good, token);
        // The new tag is shown when it has a value, and the old one stays until then.
        plant.Plc.Faults.Arm(Fault.Delay(TimeSpan.FromMilliseconds(500)), FaultPoint.Read, times: 3);
        var adopting = plant.AdoptAsync(tags => Stay(tags).Tag("A", "DB1.DBW10", "Word"), token);
        var seen = new HashSet<string>();
        while (!adopting.IsCompleted)
            seen.UnionWith(await plant.WriteAsync(token, ("A", Variant.From((short)1))));
        await adopting;
        Assert.That(seen, Does.Contain("BadNoCommunication").And.Not.Contain("BadNotWritable"));
        Assert.That(await plant.WriteAsync(token, ("A", Variant.From((short)1))), Is.EqualTo(new[] { "Good" }));
    }

    [Test]
    public async Task A_map_without_PLCs_is_reloaded_like_others(CancellationToken token)
    {
        // As the first start leaves it; another user is a reload, too.
        var map = new TagMap
        {
            Plcs = [],
            ScanGroups = [],
            Tags = [],
        };
        await using var acquisition = new Acquisition(map, TimeProvider.System, NullLoggerFactory.Instance);
        var options = new UaServerOptions { ApplicationUri = "urn:test", Endpoint = "opc.tcp://localhost:0" };
        await using var server = new BridgeServer(acquisition, options, "urn:test:tags", NullLoggerFactory.Instance);
        await server.StartAsync(token);
        acquisition.Start();
        await server.AdoptAsync(server.Follow(map), ["~ user bert"], token);
        Assert.That(server.MapLoadReport.Loads, Is.EqualTo(2));
    }

    [Test]
    public async Task A_changed_type_shows_no_value_of_the_old_one(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(tags => Stay(tags).Tag("A", "DB1.DBW10", "Int"), token);
        plant.Poke(10, 0xFF, 0xFE);
        await plant.UntilAsync("A", value => value.Value.Equals(Variant.From((short)-2)), token);
        var watcher = await Watcher.SubscribeAsync(plant.Client, 0, token, ServedPlant.Node("A"));
        await watcher.UntilAsync(() => watcher.Of(0).Count == 1, token);

        await plant.AdoptAsync(tags => Stay(tags).Tag("A", "DB1.DBW10", "Word"), token);
        await watcher.UntilAsync(() => watcher.Of(0).Count == 2, token);

        Assert.That(
            watcher.Of(0).Select(seen => (seen.Status.IsGood, seen.Value)),
            Is.EqualTo(new[] { (true, Variant.From((short)-2)), (true, Variant.From((ushort)0xFFFE)) })
        );
        var type = (
            await plant.Client.CallAsync<ReadResponse>(
                new ReadRequest
                {
                    NodesToRead = [new ReadValueId { NodeId = ServedPlant.Node("A"), AttributeId = (uint)AttributeId.DataType }],
                },
                token
            )
        ).Results[0];
        Assert.That(type.Value.Reference, Is.EqualTo((NodeId)(uint)BuiltInType.UInt16));
    }

    [Test]
    public async Task A_new_unit_or_range_is_told_with_the_SemanticsChanged_bit_and_the_value_goes_on(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            tags => tags.Class("fast", 20).Tag("A", "DB1.DBW10", "Int", new TagDetails { Range = new TagRange(0, 10) }),
            token
        );
        await plant.UntilAsync("A", StatusCodes.Good, token);
        var watcher = await Watcher.SubscribeAsync(plant.Client, 0, token, ServedPlant.Node("A"));
        await watcher.UntilAsync(() => watcher.Of(0).Count == 1, token);

        await plant.AdoptAsync(
            tags => tags.Class("fast", 20).Tag("A", "DB1.DBW10", "Int", new TagDetails { Range = new TagRange(0, 20) }),
            token
        );
        await watcher.UntilAsync(() => watcher.Of(0).Count == 2, token);

        Assert.That(watcher.Of(0)[1].Status.Value, Is.EqualTo(0x4000));
        Assert.That(watcher.Of(0)[1].SourceTime, Is.EqualTo(watcher.Of(0)[0].SourceTime));
        var range = (await plant.Client.ReadAsync(token, ServedPlant.Node("A/EURange")))[0].Value.Reference as ExtensionObject;
        Assert.That(((S7OpcBridge.OpcUa.Range)range!.Body!).High, Is.EqualTo(20));
    }

    [Test]
    public async Task Structures_that_stay_go_on_and_one_with_another_member_is_made_anew(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(Motors.Tags, token, prepare: Motors.Fill);
        await plant.UntilAsync("Motors", StatusCodes.Good, token);
        var watcher = await Watcher.SubscribeAsync(
            plant.Client,
            0,
            token,
            ServedPlant.Node("Motors[0]"),
            ServedPlant.Node("Motors[1]/Limits")
        );
        await watcher.UntilAsync(() => watcher.Of(0).Count == 1 && watcher.Of(1).Count == 1, token);

        await plant.AdoptAsync(
            tags =>
            {
                tags.Class("other", 30).Tag("First", "DB1.DBW120", "Int");
                Motors.Tags(tags);
                tags.Tag("Last", "DB1.DBW122", "Int");
            },
            token
        );
        Assert.That(
            (await plant.UntilAsync("Motors[1]", StatusCodes.Good, token)).Value.Reference,
            Has.Property("Body").EqualTo(Motors.FirstEncoded)
        );
        plant.Poke(18 + 8, 0, 9); // Motors[1]/Limits[0]/High
        await watcher.UntilAsync(() => watcher.Of(1).Count == 2, token);
        Assert.That(watcher.Of(0), Has.Count.EqualTo(1), "a structure that stands is not told again");

        await plant.AdoptAsync(
            tags =>
                tags.Class("fast", 20)
                    .Structure(Motors.Pair, "Pair")
                    .Tag("Pair/Low", "DB1.DBW6", "Int")
                    .Tag("Pair/High", "DB1.DBW8", "Int"),
            token
        );
        await watcher.UntilAsync(0, StatusCodes.BadNodeIdUnknown, token);
        var pair = await plant.UntilAsync("Pair", StatusCodes.Good, token);
        Assert.That(pair.Value.Reference, Has.Property("Body").EqualTo(new byte[] { 0xFF, 0xFF, 1, 0 }));
    }

    [Test]
    public async Task Browsing_goes_on_while_maps_come_and_go_and_an_old_continuation_point_says_so(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(tags => Many(tags, 50), token);
        var first = await BrowseAsync(plant, "", 10, token);
        Assert.That(first.ContinuationPoint, Is.Not.Null);

        await plant.AdoptAsync(tags => Many(tags, 60), token);
        var next = await plant.Client.CallAsync<BrowseNextResponse>(
            new BrowseNextRequest { ContinuationPoints = [first.ContinuationPoint!] },
            token
        );
        Assert.That(next.Results[0].StatusCode.Value, Is.EqualTo(StatusCodes.BadContinuationPointInvalid));

        var reloads = Task.Run(
            async () =>
            {
                for (var round = 0; round < 10; round++)
                    await plant.AdoptAsync(tags => Many(tags, 50 + round % 2), token);
            },
            token
        );
        do Assert.That((await NamesAsync(plant, "", token)).Count(name => name.StartsWith('T')), Is.AnyOf(50, 51, 60));
        while (!reloads.IsCompleted);
        await reloads;
    }

    private static TagList Stay(TagList tags) => tags.Class("fast", 20).Tag("Stay", "DB1.DBW0", "Int");

    private static void Many(TagList tags, int count)
    {
        tags.Class("fast", 20);
        for (var i = 0; i < count; i++)
            tags.Tag($"T{i}", $"DB1.DBW{2 * i}", "Int");
    }

    private static async Task<string> ReadAsync(ServedPlant plant, string name, CancellationToken token) =>
        StatusCodes.NameOf((await plant.Client.ReadAsync(token, ServedPlant.Node(name)))[0].Status);

    private static async Task<string[]> NamesAsync(ServedPlant plant, string name, CancellationToken token) =>
        [.. (await BrowseAsync(plant, name, 0, token)).References!.Select(reference => reference.BrowseName.Name!)];

    private static async Task<BrowseResult> BrowseAsync(ServedPlant plant, string name, uint max, CancellationToken token)
    {
        var node = name.Length == 0 ? new NodeId(2, "Line1") : ServedPlant.Node(name);
        var browse = new BrowseDescription
        {
            NodeId = node,
            ReferenceTypeId = (NodeId)Ids.HierarchicalReferences,
            IncludeSubtypes = true,
            ResultMask = 63,
        };
        return (
            await plant.Client.CallAsync<BrowseResponse>(
                new BrowseRequest { RequestedMaxReferencesPerNode = max, NodesToBrowse = [browse] },
                token
            )
        ).Results[0];
    }
}
