using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Objects;

public sealed class PlusObjectTests
{
    [Test]
    public void An_object_with_everything_in_it_comes_back()
    {
        var type = new PlusObject { Rid = 0x92010001, Class = PlusIds.TypeInfoClass };
        type.Attributes.Add(new PlusMember(PlusIds.Name, PlusValue.WString("Motör")));
        type.Relations.Add(new PlusRelation(12, 0x8A0E0001));
        type.Elements = new ElementList(7, [.. Enumerable.Range(0, 16).Select(kind => Element((OffsetKind)kind))]);
        type.Names = [.. Enumerable.Range(0, 16).Select(kind => $"m{kind}")];
        var root = new PlusObject { Rid = PlusIds.TypeInfoContainer, Class = PlusIds.TypeInfoContainerClass };
        root.Children.Add(type);

        var bytes = Bytes(root);
        var from = new PlusReader(bytes);
        var again = PlusObject.Read(ref from);
        Assert.Multiple(() =>
        {
            Assert.That(Bytes(again), Is.EqualTo(bytes));
            Assert.That(again.Children[0].Names, Has.Length.EqualTo(16));
            Assert.That(again.Children[0].Elements!.Elements.Select(element => (int)element.Kind), Is.EqualTo(Enumerable.Range(0, 16)));
            Assert.That(again.Children[0][PlusIds.Name]!.Text, Is.EqualTo("Motör"));
            Assert.That(again.Children[0].Relations, Is.EqualTo(type.Relations));
        });
    }

    [TestCase(PlcsimExecUnit.Run, TestName = "An object of a CPU comes back, in RUN")]
    [TestCase(PlcsimExecUnit.Stop, TestName = "An object of a CPU comes back, in STOP")]
    public void An_object_of_a_CPU_comes_back(string answer)
    {
        var bytes = Hex.Bytes(answer);
        var from = new PlusReader(bytes);
        var (result, _, objects) = Explore.ReadAnswer(ref from);
        Assert.Multiple(() =>
        {
            Assert.That(result.IsError, Is.False);
            Assert.That(objects, Has.Count.EqualTo(1));
            Assert.That((objects[0].Class, objects[0].ClassFlags), Is.EqualTo((PlusIds.ExecUnitClass, 0x30u)));
            Assert.That((objects[0].AttributeId, objects[0].AttributeFlags), Is.EqualTo((2393u, (uint?)6)));
            Assert.That(Bytes(objects[0]), Is.EqualTo(bytes[6..^4]));
        });
    }

    [Test]
    public void Long_lists_are_cut_into_blocks_at_elements()
    {
        var type = new PlusObject { Rid = 1, Class = 2 };
        type.Elements = new ElementList(
            7,
            [.. Enumerable.Range(0, 9000).Select(lid => Element((OffsetKind)(lid % 16)) with { Lid = (uint)lid })]
        );
        type.Names = [.. Enumerable.Range(0, 9000).Select(lid => $"member number {lid}")];
        var from = new PlusReader(Bytes(type));
        var again = PlusObject.Read(ref from);
        Assert.Multiple(() =>
        {
            Assert.That(again.Names, Is.EqualTo(type.Names));
            Assert.That(again.Elements!.Elements.Select(element => element.Lid), Is.EqualTo(Enumerable.Range(0, 9000)));
        });
    }

    [Test]
    public void Objects_that_nest_too_deep_are_refused()
    {
        var deep = Hex.Bytes(string.Concat(Enumerable.Repeat("A100000001010000", 100_000)));
        Assert.That(
            () =>
            {
                var from = new PlusReader(deep);
                PlusObject.Read(ref from);
            },
            Throws.InstanceOf<S7PlusProtocolException>().With.Message.Contains("nest")
        );
    }

    [FsCheck.NUnit.Property(MaxTest = 1000)]
    public bool Any_bytes_are_objects_or_refused_and_nothing_else(byte[] bytes, byte tag)
    {
        try
        {
            byte[] wire = [0xA1, 0, 0, 0, 1, 1, 0, 0, (byte)(0xA1 + (tag % 12)), .. bytes];
            var from = new PlusReader(wire);
            PlusObject.ReadAll(ref from);
        }
        catch (S7PlusProtocolException) { }
        return true;
    }

    private static byte[] Bytes(PlusObject what)
    {
        var writer = new PlusWriter();
        what.Write(writer);
        return writer.ToArray();
    }

    private static TypeElement Element(OffsetKind kind) =>
        new()
        {
            Lid = 9 + (uint)kind,
            Type = S7PlusType.Int,
            Kind = kind,
            Flags = TypeElement.HmiVisible | TypeElement.HmiAccessible,
            TextLength = 20,
            TextBytes = 22,
            OptimisedOffset = 100,
            ClassicOffset = 4,
            LowerBound = -3,
            Count = 12,
            LowerBounds = [0, -1],
            Counts = [3, 4],
            Sizes = [8, 16],
            TypeRid = 0x92010001,
        };
}
