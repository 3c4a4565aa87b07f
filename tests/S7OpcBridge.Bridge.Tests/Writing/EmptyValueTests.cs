using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>Values without content: a text of length -1 is the empty one, NULs that only fill Chars reach no client, an empty array writes nothing.</summary>
[CancelAfter(30_000)]
public sealed class EmptyValueTests
{
    private static void AllKinds(TagList tags) =>
        tags.Class("fast", 20)
            .Tag("Narrow", "DB1.DBB0", "String[5]")
            .Tag("Wide", "DB1.DBB20", "WString[5]")
            .Tag("Fixed", "DB1.DBB40", "Chars(6)")
            .Tag("Letter", "DB1.DBB50", "Char")
            .Tag("List", "DB1.DBB60", "String[4](0..2)")
            .Tag("Steps", "DB1.DBW100", "Array[0..4] of Int");

    [TestCase("Narrow"), TestCase("Wide"), TestCase("Fixed"), TestCase("Letter")]
    public async Task A_text_of_length_minus_1_is_written_as_the_empty_one(string tag)
    {
        var token = TestContext.CurrentContext.CancellationToken;
        await using var plant = await ServedPlant.StartAsync(AllKinds, token);
        plant.Poke(0, 5, 4, (byte)'t', (byte)'e', (byte)'x', (byte)'t');
        plant.Poke(20, 0, 5, 0, 1, 0, (byte)'x');
        plant.Poke(40, "text\0\0"u8.ToArray());
        plant.Poke(50, (byte)'x');
        await plant.UntilAsync(tag, value => value.Value.Reference is string { Length: > 0 }, token);

        Assert.That(await plant.WriteAsync(token, (tag, Variant.From((string?)null))), Is.EqualTo(new[] { "Good" }));

        var (at, bytes) = tag switch
        {
            "Narrow" => (0, new byte[] { 5, 0 }),
            "Wide" => (20, [0, 5, 0, 0]),
            "Fixed" => (40, new byte[6]),
            _ => (50, new byte[1]),
        };
        Assert.That(plant.Peek(at, bytes.Length), Is.EqualTo(bytes));
        Assert.That((await plant.UntilAsync(tag, value => value.Value.Reference is "", token)).Status.IsGood, Is.True);
    }

    [Test]
    public async Task So_is_one_in_an_array(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(AllKinds, token);
        await plant.UntilAsync("List", StatusCodes.Good, token);
        var texts = Variant.FromArray(BuiltInType.String, new string?[] { "a", null, "c" });
        Assert.That(await plant.WriteAsync(token, ("List", texts)), Is.EqualTo(new[] { "Good" }));
        var read = await plant.UntilAsync("List", value => value.Value.Reference is string?[] { Length: 3 } all && all[0] == "a", token);
        Assert.That(read.Value.Reference, Is.EqualTo(new[] { "a", "", "c" }));
    }

    [Test]
    public async Task No_NUL_behind_a_text_in_Chars_reaches_a_client(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(AllKinds, token);
        plant.Poke(40, "text\0\0"u8.ToArray());
        await plant.UntilAsync("Fixed", value => value.Value.Reference is "text", token);
        Assert.That(await plant.WriteAsync(token, ("Fixed", Variant.From("abc"))), Is.EqualTo(new[] { "Good" }));
        Assert.That(plant.Peek(40, 6), Is.EqualTo("abc\0\0\0"u8.ToArray()));
        await plant.UntilAsync("Fixed", value => value.Value.Reference is "abc", token);
        Assert.That((await plant.Client.ReadAsync(token, ServedPlant.Node("Letter")))[0].Value.Reference, Is.EqualTo(""));
    }

    [TestCase("0"), TestCase("0:1"), TestCase("0:4"), TestCase("0:1,0:1"), TestCase("65535,65535,0")]
    public async Task An_empty_array_is_written_to_no_part_of_a_tag(string range)
    {
        var token = TestContext.CurrentContext.CancellationToken;
        await using var plant = await ServedPlant.StartAsync(AllKinds, token);
        plant.Poke(100, [.. Enumerable.Repeat((byte)0x11, 10)]);
        await plant.UntilAsync("Steps", value => value.Value.Reference is short[] { Length: 5 } steps && steps[4] == 0x1111, token);
        Variant[] values =
        [
            Variant.FromArray(BuiltInType.Int16, Array.Empty<short>()),
            Variant.FromArray(BuiltInType.Int16, null),
            new Variant(BuiltInType.Int16, 0, Array.Empty<short>(), isArray: true, dimensions: [65_536, 65_536, 0]),
        ];
        var writes = values.Select(value => new WriteValue
        {
            NodeId = ServedPlant.Node("Steps"),
            AttributeId = (uint)AttributeId.Value,
            IndexRange = range,
            Value = new DataValue(value, default, 0, 0),
        });
        Assert.That(
            await ServedPlant.WriteAsync(plant.Client, [.. writes], token),
            Is.EqualTo(new[] { "BadIndexRangeNoData", "BadTypeMismatch", "BadTypeMismatch" })
        );
        Assert.That(plant.Peek(100, 10), Is.All.EqualTo(0x11));
    }
}
