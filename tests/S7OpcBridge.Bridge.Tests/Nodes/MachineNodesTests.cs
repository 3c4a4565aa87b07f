using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>The machines that a map names, below Machines, as a client sees them.</summary>
[CancelAfter(60_000)]
public sealed class MachineNodesTests
{
    private const ushort Tags = TagAddressSpace.NamespaceIndex,
        Di = 3,
        Machinery = 4;
    private static readonly NodeId Machines = new(Machinery, MachineryIds.Machines);
    private static readonly MachineIdentity Press = new()
    {
        Manufacturer = "Builder",
        ProductInstanceUri = "http://builder.com/4711",
        SerialNumber = "S-1",
        Location = "Hall 4",
        Year = 2019,
    };

    [Test]
    public async Task A_machine_has_its_identification_and_its_PLC_as_a_component(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            static tags => tags.Class("fast", 20).Tag("A", "DB1.DBW0", "Int"),
            token,
            static plc => plc with { Machine = Press }
        );
        var machine = (await BrowseAsync(plant, Machines, Ids.Organizes, token)).Single();
        Assert.That((machine.NodeId.Id, machine.BrowseName), Is.EqualTo((ServedPlant.Node("_Machine"), new QualifiedName(Tags, "Line1"))));
        var parts = await BrowseAsync(plant, machine.NodeId.Id, Ids.HasAddIn, token);
        Assert.That(
            parts.Select(static part => (part.BrowseName, part.TypeDefinition.Id)),
            Is.EqualTo(
                new[]
                {
                    (new QualifiedName(Di, "Identification"), new NodeId(Machinery, MachineryIds.MachineIdentificationType)),
                    (new QualifiedName(Machinery, "Components"), new NodeId(Machinery, MachineryIds.MachineComponentsType)),
                }
            )
        );

        var shown = new Dictionary<string, object?>();
        foreach (var property in await BrowseAsync(plant, parts[0].NodeId.Id, Ids.HasProperty, token))
        {
            var value = (await plant.Client.ReadAsync(token, property.NodeId.Id))[0];
            Assert.That(value.Status.IsGood);
            shown[$"{property.BrowseName.Namespace}:{property.BrowseName.Name}"] = value.Value.Reference ?? value.Value.Bits;
        }
        Assert.That(
            shown,
            Is.EquivalentTo(
                new Dictionary<string, object?>
                {
                    ["3:Manufacturer"] = new LocalizedText("Builder"),
                    ["3:ProductInstanceUri"] = "http://builder.com/4711",
                    ["3:SerialNumber"] = "S-1",
                    ["4:Location"] = "Hall 4",
                    ["4:YearOfConstruction"] = 2019L,
                }
            )
        );

        var component = (await BrowseAsync(plant, parts[1].NodeId.Id, Ids.HasComponent, token)).Single();
        Assert.That(component.NodeId.Id, Is.EqualTo(ServedPlant.Node("_Device")));
        var identification = (await BrowseAsync(plant, component.NodeId.Id, Ids.HasAddIn, token)).Single();
        Assert.That(identification.TypeDefinition.Id, Is.EqualTo(new NodeId(Machinery, MachineryIds.MachineryComponentIdentificationType)));
        var plate = await BrowseAsync(plant, identification.NodeId.Id, Ids.HasProperty, token);
        Assert.That(plate.Select(static property => property.NodeId.Id), Does.Contain(ServedPlant.Node("_Device/SerialNumber")));
        Assert.That(plate, Has.Length.EqualTo(9));

        // A reload that names no machine takes it away, and the PLC stays.
        await plant.AdoptAsync(
            static tags => tags.Class("fast", 20).Tag("A", "DB1.DBW0", "Int"),
            token,
            static plc => plc with { Machine = null }
        );
        Assert.That(await BrowseAsync(plant, Machines, Ids.Organizes, token), Is.Empty);
        Assert.That((await plant.Client.ReadAsync(token, ServedPlant.Node("_Status/Reconnects")))[0].Value.Bits, Is.Zero);
    }

    [Test]
    public void PLCs_of_one_machine_are_its_components_and_that_of_the_server_has_the_others()
    {
        var plcs = new[] { Press, Press, null, null }
            .Select(
                static (machine, index) =>
                    new PlcDefinition
                    {
                        Index = index,
                        Name = $"P{index}",
                        Connection = new S7.S7ConnectionOptions { Host = "127.0.0.1" },
                        Machine = machine,
                        IsGone = index == 3,
                    }
            )
            .ToArray();
        var map = new TagMap
        {
            Plcs = [.. plcs],
            ScanGroups = [],
            Tags = [],
            Machine = Press with { ProductInstanceUri = "urn:plant", Name = "Plant" },
        };
        var space = new TagAddressSpace(map, "urn:test:tags");
        Assert.That(
            space
                .ExternalReferences.Where(static each => each.From == Machines)
                .Select(each => (space.IdOf(each.Reference.Target.Index), space.BrowseNameOf(each.Reference.Target.Index).Name)),
            Is.EqualTo(new[] { (new NodeId(Tags, "P0/_Machine"), "P0"), (new NodeId(Tags, "_Machine"), "Plant") })
        );
        Assert.That(
            space
                .ExternalReferences.Where(static each => each is { Reference: { Type: Ids.HasComponent, IsForward: false } })
                .Select(each => (each.From, space.IdOf(each.Reference.Target.Index))),
            Is.EqualTo(
                new[]
                {
                    (new NodeId(Tags, "P0/_Device"), new NodeId(Tags, "P0/_Machine/Components")),
                    (new NodeId(Tags, "P1/_Device"), new NodeId(Tags, "P0/_Machine/Components")),
                    (new NodeId(Tags, "P2/_Device"), new NodeId(Tags, "_Machine/Components")),
                }
            )
        );
    }

    private static async Task<ReferenceDescription[]> BrowseAsync(ServedPlant plant, NodeId node, uint type, CancellationToken token)
    {
        var browse = new BrowseDescription
        {
            NodeId = node,
            ReferenceTypeId = (NodeId)type,
            IncludeSubtypes = false,
            ResultMask = 63,
        };
        var response = await plant.Client.CallAsync<BrowseResponse>(new BrowseRequest { NodesToBrowse = [browse] }, token);
        Assert.That(response.Results[0].StatusCode.IsGood, $"{node}");
        return response.Results[0].References;
    }
}
