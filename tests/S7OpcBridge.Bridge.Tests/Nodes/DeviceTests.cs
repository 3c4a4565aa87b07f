using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>The nameplates of PLCs below DeviceSet, as a client sees them.</summary>
[CancelAfter(60_000)]
public sealed class DeviceTests
{
    private const ushort Tags = TagAddressSpace.NamespaceIndex,
        Di = 3;
    private static readonly NodeId DeviceSet = new(Di, DeviceIds.DeviceSet),
        Device = ServedPlant.Node("_Device");

    [Test]
    public async Task A_PLC_hangs_in_DeviceSet_with_what_its_CPU_tells(CancellationToken token)
    {
        await using var plant = await StartAsync(CpuBehaviors.S7_300, token);

        var devices = await BrowseAsync(plant, DeviceSet, token);
        Assert.That(
            devices.Select(each => ((NodeId)each.NodeId.Id, each.BrowseName, (NodeId)each.TypeDefinition.Id)),
            Is.EqualTo(new[] { (Device, new QualifiedName(Tags, "Line1"), new NodeId(Tags, 1u)) })
        );
        await plant.UntilAsync("_Device/Manufacturer", StatusCodes.Good, token);
        await plant.UntilAsync("_Device/DeviceHealth", StatusCodes.Good, token);

        var identity = CpuBehaviors.S7_300.Identity;
        var shown = new Dictionary<string, (ushort Namespace, object? Value)>();
        foreach (var part in await BrowseAsync(plant, Device, token))
        {
            var value = (await plant.Client.ReadAsync(token, part.NodeId.Id))[0];
            shown[part.BrowseName.Name!] = (part.BrowseName.Namespace, Plain(value));
        }
        using (Assert.EnterMultipleScope())
        {
            Assert.That(shown["Manufacturer"], Is.EqualTo((Di, (object)"Siemens AG")));
            Assert.That(shown["ManufacturerUri"], Is.EqualTo((Di, (object)"http://www.siemens.com")));
            Assert.That(shown["Model"], Is.EqualTo((Di, (object)identity.ModuleType)));
            Assert.That(shown["ProductCode"], Is.EqualTo((Di, (object)identity.OrderNumber.Trim())));
            Assert.That(shown["OrderNumber"], Is.EqualTo((Tags, (object)identity.OrderNumber.Trim())));
            Assert.That(shown["SerialNumber"], Is.EqualTo((Di, (object)identity.SerialNumber)));
            Assert.That(shown["HardwareRevision"], Is.EqualTo((Di, (object)$"{identity.HardwareVersion}")));
            Assert.That(shown["SoftwareRevision"], Is.EqualTo((Di, (object)$"V{identity.Firmware.ToString(3)}")));
            Assert.That(shown["DeviceRevision"], Is.EqualTo((Di, (object)"")));
            Assert.That(shown["DeviceManual"], Is.EqualTo((Di, (object)"")));
            Assert.That(shown["RevisionCounter"], Is.EqualTo((Di, (object)-1L)));
            Assert.That(shown["DeviceHealth"], Is.EqualTo((Di, (object)0L)));
            Assert.That(shown, Has.Count.EqualTo(14), string.Join(", ", shown.Keys));
        }
    }

    [Test]
    public async Task Health_follows_the_CPU_and_the_nameplate_outlives_the_connection(CancellationToken token)
    {
        await using var plant = await StartAsync(CpuBehaviors.S7_300, token);
        await plant.UntilAsync("_Device/DeviceHealth", static value => value.Status.IsGood && value.Value.Bits == 0, token);
        plant.Plc.Cpu.IsRunning = false;
        await plant.UntilAsync("_Device/DeviceHealth", static value => value.Status.IsGood && value.Value.Bits == 2, token);
        await plant.UntilAsync("_Device/SerialNumber", StatusCodes.Good, token);
        plant.Plc.Faults.CutPower();
        await plant.UntilAsync("_Device/DeviceHealth", StatusCodes.BadNoCommunication, token);
        Assert.That(
            (await plant.Client.ReadAsync(token, ServedPlant.Node("_Device/SerialNumber")))[0].Value.Reference,
            Is.EqualTo(CpuBehaviors.S7_300.Identity.SerialNumber)
        );
    }

    [Test]
    public async Task A_CPU_that_tells_nothing_has_empty_texts_and_keeps_its_connection(CancellationToken token)
    {
        await using var plant = await StartAsync(CpuBehaviors.S7_200, token);
        await plant.UntilAsync("_Device/ProductCode", StatusCodes.Good, token);
        var values = await plant.Client.ReadAsync(
            token,
            ServedPlant.Node("_Device/ProductCode"),
            ServedPlant.Node("_Device/SerialNumber"),
            ServedPlant.Node("_Device/Manufacturer"),
            ServedPlant.Node("_Status/Reconnects")
        );
        Assert.That(values.Select(static value => value.Status.IsGood), Is.All.True);
        Assert.That(values[..3].Select(Plain), Is.All.EqualTo(""));
        Assert.That(values[3].Value.Bits, Is.Zero);
    }

    [Test]
    public async Task A_family_that_must_not_be_asked_is_not(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            Tag,
            token,
            plc => plc with { CpuStateEvery = TimeSpan.Zero, Connection = plc.Connection with { RemoteTsap = 0x0200 } },
            CpuBehaviors.Logo with
            {
                Tsaps = [],
            }
        );
        await plant.UntilAsync("_Device/ProductCode", static value => value is { Status.IsGood: true, Value.Reference: "" }, token);
        await plant.UntilAsync("_Device/DeviceHealth", static value => value is { Status.IsGood: true, Value.Bits: 0 }, token);
        Assert.That((await plant.Client.ReadAsync(token, ServedPlant.Node("_Status/Reconnects")))[0].Value.Bits, Is.Zero);
    }

    [Test]
    public async Task A_PLC_that_was_never_connected_has_no_nameplate(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(Tag, token, static plc => plc with { Enabled = false });
        var values = await plant.Client.ReadAsync(
            token,
            ServedPlant.Node("_Device/Manufacturer"),
            ServedPlant.Node("_Device/RevisionCounter"),
            ServedPlant.Node("_Device/DeviceHealth")
        );
        Assert.That(values.Select(static value => value.Status.Value), Is.All.EqualTo(StatusCodes.BadNoCommunication));
    }

    [Test]
    public async Task The_network_connects_to_each_PLC(CancellationToken token)
    {
        await using var plant = await StartAsync(CpuBehaviors.Generic, token);
        var networks = await BrowseAsync(plant, new NodeId(Di, DeviceIds.NetworkSet), token);
        var type = new NodeId(Di, DeviceIds.ConnectsTo);
        var connected = await BrowseAsync(plant, networks.Single().NodeId.Id, token, type);
        Assert.That(
            connected.Select(each => ((NodeId)each.NodeId.Id, each.ReferenceTypeId)),
            Is.EqualTo(new[] { (ServedPlant.Node("_Device/Connection"), type) })
        );
        var back = await BrowseAsync(plant, ServedPlant.Node("_Device/Connection"), token, type, BrowseDirection.Inverse);
        Assert.That(back.Select(static each => (NodeId)each.NodeId.Id), Is.EqualTo(new[] { (NodeId)networks.Single().NodeId.Id }));
        var address = (await plant.Client.ReadAsync(token, ServedPlant.Node("_Device/Connection/NetworkAddress/Address")))[0];
        Assert.That(address.Value.Reference, Is.EqualTo($"127.0.0.1:{plant.Plc.Port}"));
    }

    [Test]
    public async Task The_namespaces_of_the_standard_follow_ours_and_name_their_version(CancellationToken token)
    {
        await using var plant = await StartAsync(CpuBehaviors.Generic, token);
        const string di = "http://opcfoundation.org/UA/DI/";
        var values = await plant.Client.ReadAsync(
            token,
            Ids.Server_NamespaceArray,
            new NodeId(1, $"Namespaces/{di}/NamespaceVersion"),
            new NodeId(1, $"Namespaces/{di}/NamespacePublicationDate"),
            new NodeId(1, $"Namespaces/{di}/IsNamespaceSubset"),
            new NodeId(1, "Namespaces/urn:test:tags/IsNamespaceSubset")
        );
        Assert.That(
            (string[])values[0].Value.Reference!,
            Is.EqualTo(new[] { "http://opcfoundation.org/UA/", "urn:test", "urn:test:tags", di, "http://opcfoundation.org/UA/Machinery/" })
        );
        Assert.That(values[1].Value.Reference, Is.EqualTo("1.04.0"));
        Assert.That(values[2].Value.Bits, Is.EqualTo(UaTime.FromTicks(new DateTime(2022, 11, 3).Ticks)));
        Assert.That((values[3].Value.Bits, values[4].Value.Bits), Is.EqualTo((1L, 0L)));
    }

    [Test]
    public async Task Everything_that_can_be_reached_exists_and_each_type_leads_up_to_the_standards(CancellationToken token)
    {
        await using var plant = await StartAsync(CpuBehaviors.Generic, token);
        var seen = new HashSet<NodeId>();
        var left = new Stack<NodeId>([
            DeviceSet,
            new NodeId(Di, DeviceIds.NetworkSet),
            new NodeId(Di, 1001u),
            new NodeId(Di, 15035u),
            new NodeId(4, 1001u),
        ]);
        while (left.TryPop(out var at))
        {
            if (!seen.Add(at))
                continue;
            Assert.That(await HasNameAsync(plant, at, token), $"{at} does not exist");
            foreach (var reference in await BrowseAsync(plant, at, token, Ids.References, BrowseDirection.Both))
            {
                Assert.That(reference.ReferenceTypeId.IsNull, Is.False);
                NodeId target = reference.NodeId.Id;
                if (reference.NodeClass is NodeClass.Object or NodeClass.Variable)
                    Assert.That(reference.TypeDefinition.Id.IsNull, Is.False, $"{target} has no type");
                if (
                    target.Namespace is Di or 4 or Tags
                    && !(target.Identifier is string text && !text.StartsWith("Line1/_Device", StringComparison.Ordinal))
                )
                    left.Push(target);
            }
        }
        Assert.That(seen, Has.Count.GreaterThan(60));
        foreach (var type in new NodeId[] { new(Tags, 1u), new(Tags, 2u), new(Di, DeviceIds.NetworkType) })
            Assert.That(await SupertypesAsync(plant, type, token), Does.Contain((NodeId)Ids.BaseObjectType), $"{type}");
        Assert.That(await SupertypesAsync(plant, new NodeId(Tags, 1u), token), Does.Contain(new NodeId(Di, DeviceIds.DeviceType)));
    }

    [Test]
    public async Task Nameplates_come_and_go_with_their_PLCs(CancellationToken token)
    {
        await using var plant = await StartAsync(CpuBehaviors.Generic, token);
        await plant.UntilAsync("_Device/SerialNumber", StatusCodes.Good, token);
        await plant.AdoptAsync(static tags => tags.Class("fast", 20).Tag("B", "DB1.DBW2", "Int"), token);
        Assert.That((await BrowseAsync(plant, DeviceSet, token)).Single().NodeId.Id, Is.EqualTo(Device));
        Assert.That((await plant.Client.ReadAsync(token, ServedPlant.Node("_Device/SerialNumber")))[0].Status.IsGood);

        // Under another name it is another PLC.
        await plant.AdoptAsync(
            static tags => tags.Class("fast", 20).Tag("B", "DB1.DBW2", "Int"),
            token,
            static plc => plc with { Name = "Line2" }
        );
        Assert.That((await BrowseAsync(plant, DeviceSet, token)).Single().NodeId.Id, Is.EqualTo(new NodeId(Tags, "Line2/_Device")));
        Assert.That((await plant.Client.ReadAsync(token, Device))[0].Status.Value, Is.EqualTo(StatusCodes.BadNodeIdUnknown));
        var renamed = new NodeId(Tags, "Line2/_Device/SerialNumber");
        await Poll.UntilAsync(async () => (await plant.Client.ReadAsync(token, renamed))[0], static value => value.Status.IsGood, token);
    }

    private static Task<ServedPlant> StartAsync(CpuBehavior behavior, CancellationToken token) =>
        ServedPlant.StartAsync(
            Tag,
            token,
            plc =>
                plc with
                {
                    CpuStateEvery = TimeSpan.FromMilliseconds(50),
                    Connection = plc.Connection with { RemoteTsap = behavior.Tsaps is [var first, ..] ? first : (ushort)0x0301 },
                },
            behavior
        );

    private static void Tag(TagList tags) => tags.Class("fast", 20).Tag("A", "DB1.DBW0", "Int");

    private static async Task<bool> HasNameAsync(ServedPlant plant, NodeId node, CancellationToken token)
    {
        var read = new ReadValueId { NodeId = node, AttributeId = (uint)AttributeId.BrowseName };
        var response = await plant.Client.CallAsync<ReadResponse>(new ReadRequest { NodesToRead = [read] }, token);
        return response.Results[0].Value.Reference is QualifiedName { Name.Length: > 0 };
    }

    private static object? Plain(DataValue value) =>
        value.Value.Reference is LocalizedText text ? text.Text : value.Value.Reference ?? value.Value.Bits;

    private static async Task<List<NodeId>> SupertypesAsync(ServedPlant plant, NodeId type, CancellationToken token)
    {
        var all = new List<NodeId>();
        while ((await BrowseAsync(plant, type, token, Ids.HasSubtype, BrowseDirection.Inverse)).FirstOrDefault() is { } above)
            all.Add(type = above.NodeId.Id);
        return all;
    }

    private static async Task<ReferenceDescription[]> BrowseAsync(
        ServedPlant plant,
        NodeId node,
        CancellationToken token,
        NodeId? type = null,
        BrowseDirection direction = BrowseDirection.Forward
    )
    {
        var browse = new BrowseDescription
        {
            NodeId = node,
            BrowseDirection = direction,
            ReferenceTypeId = type ?? (NodeId)Ids.Aggregates,
            IncludeSubtypes = true,
            ResultMask = 63,
        };
        var response = await plant.Client.CallAsync<BrowseResponse>(new BrowseRequest { NodesToBrowse = [browse] }, token);
        Assert.That(response.Results[0].StatusCode.IsGood, $"{node}: {response.Results[0].StatusCode}");
        return response.Results[0].References;
    }
}
