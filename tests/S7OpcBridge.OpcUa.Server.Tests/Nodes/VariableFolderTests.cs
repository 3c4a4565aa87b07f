using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Tests;

internal sealed class VariableFolderTests
{
    private static readonly VariableFolder Boiler = new(
        "Kessel 1°",
        new FolderVariable("Temperature", BuiltInType.Double) { Description = "of the water", IsWritable = true },
        new FolderVariable("Histories", BuiltInType.Int32) { IsArray = true }
    );

    private static readonly AddressSpaceView View = new AddressSpace(
        new VariableTable(Boiler.Count, groups: 1),
        TimeProvider.System,
        Namespace0.Load(TimeProvider.System),
        Boiler
    ).Current;

    [Test]
    public void A_variable_is_found_by_its_path_and_leads_back_to_the_folder()
    {
        var (folder, variable) = (View.Find(new NodeId(2, "Kessel 1°")), View.Find(new NodeId(2, "Kessel 1°/Histories")));
        Assert.That(View.IdOf(variable), Is.EqualTo(new NodeId(2, "Kessel 1°/Histories")));
        Assert.That((View.VariableOf(folder), View.VariableOf(variable)), Is.EqualTo((-1, 1)));
        var references = new NodeReference[10];
        var count = View.References(variable, 0, references);
        Assert.That(references[..count], Does.Contain(new NodeReference(Ids.Organizes, false, folder)));
        count = View.References(View.Find(Ids.ObjectsFolder), 0, references);
        Assert.That(references[..count], Does.Contain(new NodeReference(Ids.Organizes, true, folder)));
        Assert.That(View.Find(new NodeId(2, "Histories")).Exists, Is.False);
    }

    [Test]
    public void A_variable_has_the_attributes_that_it_was_given()
    {
        Assert.That(Attributes("Temperature"), Is.EqualTo(new object[] { (NodeId)(uint)BuiltInType.Double, -1L, 3L, StatusCodes.Good }));
        Assert.That(
            Attributes("Histories"),
            Is.EqualTo(new object[] { (NodeId)(uint)BuiltInType.Int32, 1L, 1L, StatusCodes.BadAttributeIdInvalid })
        );
    }

    [Test]
    public void Two_variables_of_one_name_are_refused_by_it() =>
        Assert.That(
            () => new VariableFolder("Boiler", new("Level", BuiltInType.Float), new("Level", BuiltInType.Double)),
            Throws.ArgumentException.With.Message.Contains("two variables named Level")
        );

    private static object[] Attributes(string name)
    {
        var node = View.Find(new NodeId(2, $"Kessel 1°/{name}"));
        View.Read(node, AttributeId.DataType, out var type);
        View.Read(node, AttributeId.ValueRank, out var rank);
        View.Read(node, AttributeId.AccessLevel, out var access);
        return [type.Reference!, rank.Bits, access.Bits, View.Read(node, AttributeId.Description, out _).Value];
    }
}
