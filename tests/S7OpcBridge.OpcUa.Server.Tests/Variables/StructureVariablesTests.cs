namespace S7OpcBridge.OpcUa.Server.Tests.Variables;

/// <summary>
/// Rows 0 to 4 are members; row 5 is Outer { 0, Inner { 1, 2 } }, row 6 that Inner, row 7 an array of two structures of one member each, rows 8 and 9.
/// </summary>
public sealed class StructureVariablesTests
{
    private const int Outer = 5,
        Inner = 6,
        Array = 7;

    private static readonly NodeId OuterEncoding = new(2, "outer"),
        InnerEncoding = new(2, "inner"),
        ElementEncoding = new(2, "element");

    [Test]
    public void A_structure_is_its_fields_one_after_the_other_and_inner_ones_without_a_head()
    {
        var table = Filled();
        Assert.That(BodyOf(table, Outer), Is.EqualTo(new byte[] { 1, 0x34, 0x12, 2, 0, 0, 0, (byte)'h', (byte)'i' }));
        Assert.That(BodyOf(table, Inner), Is.EqualTo(new byte[] { 0x34, 0x12, 2, 0, 0, 0, (byte)'h', (byte)'i' }));
        Assert.That(((ExtensionObject)table.Read(Outer).Value.Reference!).TypeId, Is.EqualTo(OuterEncoding));
    }

    [Test]
    public void An_array_of_structures_holds_the_elements_as_they_are()
    {
        var table = Filled();
        var elements = (ExtensionObject[])table.Read(Array).Value.Reference!;
        Assert.That(elements.Select(element => element.Body), Is.EqualTo(new[] { new byte[] { 7, 0, 0, 0 }, [8, 0, 0, 0] }));
        Assert.That(elements.Select(element => element.TypeId), Is.All.EqualTo(ElementEncoding));
    }

    [Test]
    public void A_change_sets_the_structures_around_it_and_no_other()
    {
        var table = Filled();
        var (inner, array) = (table.Read(Inner), table.Read(Array));
        Set(table, 0, Variant.From(false), 20);
        Assert.That(BodyOf(table, Outer)[0], Is.Zero);
        Assert.That(table.Read(Outer).SourceTime, Is.EqualTo(20));
        Assert.That(table.Read(Inner), Is.EqualTo(inner));
        Assert.That(table.Read(Array), Is.EqualTo(array));
    }

    [Test]
    public void A_structure_waits_until_all_its_members_have_been_read()
    {
        var table = Table();
        Set(table, 1, Variant.From((short)1), 10);
        Assert.That(table.Read(Inner).Status.Value, Is.EqualTo(StatusCodes.BadWaitingForInitialData));
        Set(table, 2, Variant.From("x"), 10);
        Assert.That(table.Read(Inner).Status.Value, Is.EqualTo(StatusCodes.Good));
        Assert.That(table.Read(Outer).Status.Value, Is.EqualTo(StatusCodes.BadWaitingForInitialData));
    }

    [Test]
    public void The_worst_member_gives_the_status_and_a_bad_one_takes_the_value()
    {
        var table = Filled();
        SetStatus(table, 1, StatusCodes.UncertainLastUsableValue, 30);
        Assert.That(
            (table.Read(Outer).Status.Value, table.Read(Outer).Value.IsNull),
            Is.EqualTo((StatusCodes.UncertainLastUsableValue, false))
        );
        SetStatus(table, 2, StatusCodes.BadDecodingError, 40);
        var bad = table.Read(Outer);
        Assert.That((bad.Status.Value, bad.Value.IsNull, bad.SourceTime), Is.EqualTo((StatusCodes.BadDecodingError, true, 40L)));
    }

    [Test]
    public void A_known_fault_comes_before_one_that_has_not_been_read_yet()
    {
        var table = Table();
        SetStatus(table, 2, StatusCodes.BadConfigurationError, 10);
        Assert.That(table.Read(Inner).Status.Value, Is.EqualTo(StatusCodes.BadConfigurationError));
        Assert.That(table.Read(Outer).Status.Value, Is.EqualTo(StatusCodes.BadConfigurationError));
    }

    [Test]
    public void A_bad_structure_comes_back_whole_with_what_its_members_are_then()
    {
        var table = Filled();
        SetStatus(table, 1, StatusCodes.BadNoCommunication, 30);
        Set(table, 0, Variant.From(false), 40);
        Assert.That(table.Read(Outer).SourceTime, Is.EqualTo(30), "the fault is no newer for it");
        Set(table, 1, Variant.From((short)0x5678), 50);
        Assert.That(BodyOf(table, Outer)[..3], Is.EqualTo(new byte[] { 0, 0x78, 0x56 }));
    }

    [Test]
    public void An_update_without_a_member_allocates_nothing()
    {
        var table = new VariableTable(4, 1);
        table.Compose([new StructureVariable(3, OuterEncoding, [0], false)]);
        for (var warm = 0; warm < 100; warm++)
            Set(table, 1, Variant.From(warm), warm);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 1000; i++)
            Set(table, 1, Variant.From(i), i);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
    }

    private static VariableTable Table()
    {
        var table = new VariableTable(10, 1);
        table.Compose([
            new StructureVariable(Outer, OuterEncoding, [0, Inner], false),
            new StructureVariable(Inner, InnerEncoding, [1, 2], false),
            new StructureVariable(Array, ElementEncoding, [8, 9], true),
            new StructureVariable(8, ElementEncoding, [3], false),
            new StructureVariable(9, ElementEncoding, [4], false),
        ]);
        return table;
    }

    private static VariableTable Filled()
    {
        var table = Table();
        using var update = table.BeginUpdate();
        update.Set(0, Variant.From(true), StatusCodes.Good, 10);
        update.Set(1, Variant.From((short)0x1234), StatusCodes.Good, 11);
        update.Set(2, Variant.From("hi"), StatusCodes.Good, 12);
        update.Set(3, Variant.From(7), StatusCodes.Good, 13);
        update.Set(4, Variant.From(8), StatusCodes.Good, 14);
        return table;
    }

    private static void Set(VariableTable table, int variable, Variant value, long time)
    {
        using var update = table.BeginUpdate();
        update.Set(variable, value, StatusCodes.Good, time);
    }

    private static void SetStatus(VariableTable table, int variable, uint status, long time)
    {
        using var update = table.BeginUpdate();
        update.SetStatus(variable, status, time);
    }

    private static byte[] BodyOf(VariableTable table, int variable) =>
        (byte[])((ExtensionObject)table.Read(variable).Value.Reference!).Body!;
}
