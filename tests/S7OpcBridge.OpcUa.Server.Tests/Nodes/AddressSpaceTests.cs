using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.OpcUa.Server.Nodes;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests;

internal sealed class AddressSpaceTests
{
    private static readonly Namespace0 Standard = Namespace0.Load(TimeProvider.System);

    [Test]
    public void A_reference_comes_once_and_in_the_same_order_however_it_is_read([Values(1, 2, 3, 7, 64)] int batch)
    {
        var view = Join(UaTestNodes.Many(20, BuiltInType.Int32)).Current;
        foreach (
            var id in (NodeId[])[Ids.ObjectsFolder, Ids.Server, new(2, UaTestNodes.Folder), UaTestNodes.IdOfVariable(3), Ids.BaseEventType]
        )
        {
            var node = view.Find(id);
            var atOnce = new NodeReference[5000];
            var count = view.References(node, 0, atOnce);
            var read = new List<NodeReference>();
            var part = new NodeReference[batch];
            for (int n; (n = view.References(node, read.Count, part)) > 0; )
                read.AddRange(part.AsSpan(0, n));
            Assert.That(read, Is.EqualTo(atOnce[..count]), id.ToString());
            Assert.That(read, Is.Unique);
        }
    }

    [Test]
    public void A_walk_over_the_references_of_a_node_gives_each_of_them_and_allocates_nothing([Values(0, 50, 200)] int variables)
    {
        var view = Join(UaTestNodes.Many(variables, BuiltInType.Int32), variables).Current;
        var folder = view.Find(new NodeId(2, UaTestNodes.Folder));
        var expected = All(view, folder);
        var walked = new NodeReference[expected.Length];
        Walk(view, folder, walked); // the runtime allocates at a first call
        Array.Clear(walked);
        var before = GC.GetAllocatedBytesForCurrentThread();
        var count = Walk(view, folder, walked);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
        Assert.That((walked, count), Is.EqualTo((expected, expected.Length)));
    }

    private static int Walk(AddressSpaceView view, NodeHandle node, NodeReference[] walked)
    {
        var count = 0;
        foreach (var reference in view.ReferencesOf(node))
            walked[count++] = reference;
        return count;
    }

    [Test]
    public void Every_reference_of_a_hook_is_seen_from_both_ends()
    {
        var view = Join(UaTestNodes.Many(1, BuiltInType.Int32)).Current;
        var (objects, toys) = (view.Find(Ids.ObjectsFolder), view.Find(new NodeId(2, UaTestNodes.Folder)));
        Assert.That(All(view, objects), Does.Contain(new NodeReference(Ids.Organizes, true, toys)));
        Assert.That(All(view, toys), Does.Contain(new NodeReference(Ids.Organizes, false, objects)));
    }

    [Test]
    public void Replacing_a_source_leaves_views_that_were_taken_before_whole()
    {
        var space = Join(UaTestNodes.Many(3, BuiltInType.Int32));
        var before = space.Current;
        var told = 0;
        space.Replaced += () => told++;
        space.Replace(1, UaTestNodes.Many(1, BuiltInType.Int32));
        Assert.That(
            (before.Find(UaTestNodes.IdOfVariable(2)).Exists, space.Current.Find(UaTestNodes.IdOfVariable(2)).Exists),
            Is.EqualTo((true, false))
        );
        Assert.That((told, space.Current.Version - before.Version), Is.EqualTo((1, 1)));
    }

    [Test]
    public void Subtypes_of_reference_types_are_known_over_all_levels()
    {
        var types = Join(UaTestNodes.Many(1, BuiltInType.Int32)).Current.ReferenceTypes;
        var hierarchical = types.SetOf(Ids.HierarchicalReferences, includeSubtypes: true);
        Assert.That(types.IsIn(Ids.HasProperty, hierarchical), Is.True);
        Assert.That(types.IsIn(Ids.Organizes, hierarchical), Is.True);
        Assert.That(types.IsIn(Ids.HasTypeDefinition, hierarchical), Is.False);
        Assert.That(types.IsIn(Ids.HasTypeDefinition, types.SetOf(Ids.References, includeSubtypes: true)), Is.True);
        Assert.That(types.IsIn(Ids.HasProperty, types.SetOf(Ids.HierarchicalReferences, includeSubtypes: false)), Is.False);
        Assert.That(types.SetOf(Ids.ObjectsFolder, includeSubtypes: true), Is.EqualTo(UInt128.Zero));
    }

    private static AddressSpace Join(UaTestNodes nodes, int variables = 20) =>
        new(new VariableTable(variables, 1), TimeProvider.System, Standard, nodes);

    private static NodeReference[] All(AddressSpaceView view, NodeHandle node)
    {
        var all = new NodeReference[5000];
        return all[..view.References(node, 0, all)];
    }
}
