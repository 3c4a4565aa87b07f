using System.Buffers.Binary;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>A PLC with S7CommPlus, the real program, and OPC UA clients of it.</summary>
[TestFixture, CancelAfter(240_000), Parallelizable]
internal sealed class SymbolTests
{
    [Test]
    public async Task Values_arrays_structures_and_browsed_blocks_are_read_with_the_types_of_the_CPU(CancellationToken cancellationToken)
    {
        await using var plc = PackPlc.Start();
        plc.Plus!.Set("\"DB_Pack\".Count", BigEndian(4711));
        plc.Plus.Set("\"DB_Pack\".Motors[2].Speed", BigEndian(12.5f));
        plc.Plus.Set("\"DB_Recipes\".Mix.Sugar", BigEndian(2.5f));
        plc.Plus.Set("\"DB_Raw\".B", BigEndian(1.5f));
        await using var bridge = await Bridge.StartAsync(
            PackPlc.Map(
                plc.Port,
                """
                - { name: Count, symbol: '"DB_Pack".Count', unit: rpm }
                - { name: Checked, symbol: '"DB_Pack".Count', type: DInt }
                - { name: Temps, symbol: '"DB_Pack".Temps' }
                - { name: Made, symbol: '"DB_Pack".Made' }
                - { name: State, symbol: '"DB_Pack".State' }
                - { name: Motors, symbol: '"DB_Pack".Motors' }
                - { name: Raw, address: DB12.DBD2, type: Real }
                - browse: '"DB_Recipes"'
                """
            ),
            cancellationToken
        );
        await using var client = await PlusClient.ConnectAsync(bridge, cancellationToken);

        Assert.That((await client.GoodAsync("Packer/Count", cancellationToken)).Value.Bits, Is.EqualTo(4711));
        Assert.That((await client.GoodAsync("Packer/Checked", cancellationToken)).Value.Bits, Is.EqualTo(4711));
        Assert.That(
            (NodeId)(await client.AttributeAsync("Packer/Count", AttributeId.DataType, cancellationToken)).Reference!,
            Is.EqualTo((NodeId)6u)
        );
        Assert.That((await client.GoodAsync("Packer/Temps", cancellationToken)).Value.Reference, Has.Length.EqualTo(10));
        Assert.That((await client.GoodAsync("Packer/Motors[2]/Speed", cancellationToken)).Value, Is.EqualTo(Variant.From(12.5f)));
        Assert.That((await client.GoodAsync("Packer/State/Running", cancellationToken)).Value, Is.EqualTo(Variant.From(false)));
        Assert.That((await client.GoodAsync("Packer/State", cancellationToken)).Value.Type, Is.EqualTo(BuiltInType.ExtensionObject));
        Assert.That((await client.GoodAsync("Packer/Raw", cancellationToken)).Value, Is.EqualTo(Variant.From(1.5f)));
        Assert.That((await client.GoodAsync("Packer/DB_Recipes/Mix/Sugar", cancellationToken)).Value, Is.EqualTo(Variant.From(2.5f)));
        Assert.That((await client.GoodAsync("Packer/DB_Recipes/Names[1]", cancellationToken)).Value.Type, Is.EqualTo(BuiltInType.String));
    }

    [Test]
    public async Task Values_are_written_whole_and_what_the_CPU_refuses_is_refused(CancellationToken cancellationToken)
    {
        await using var plc = PackPlc.Start();
        await using var bridge = await Bridge.StartAsync(
            PackPlc.Map(
                plc.Port,
                """
                - group: P
                  access: readwrite
                  tags:
                    Count: { symbol: '"DB_Pack".Count' }
                    Name: { symbol: '"DB_Pack".Name' }
                    Wide: { symbol: '"DB_Pack".Wide' }
                    Temps: { symbol: '"DB_Pack".Temps' }
                    Bits: { symbol: '"DB_Pack".Bits' }
                    Made: { symbol: '"DB_Pack".Made' }
                    Fixed: { symbol: '"DB_Pack".Fixed' }
                    Raw: { address: DB12.DBD2, type: Real }
                """
            ),
            cancellationToken
        );
        await using var client = await PlusClient.ConnectAsync(bridge, cancellationToken);
        foreach (var name in new[] { "Count", "Name", "Wide", "Temps", "Bits", "Made", "Raw" })
            await client.UntilAsync(
                $"Packer/P/{name}",
                static value => value.Status.IsGood || value.Status == StatusCodes.BadDecodingError,
                cancellationToken
            );

        Assert.That(await client.WriteAsync("Packer/P/Count", Variant.From(-5), cancellationToken), Is.EqualTo(StatusCodes.Good));
        Assert.That(await client.WriteAsync("Packer/P/Name", Variant.From("Anna"), cancellationToken), Is.EqualTo(StatusCodes.Good));
        Assert.That(await client.WriteAsync("Packer/P/Wide", Variant.From("Ω"), cancellationToken), Is.EqualTo(StatusCodes.Good));
        Assert.That(
            await client.WriteAsync(
                "Packer/P/Temps",
                Variant.FromArray(BuiltInType.Int16, new short[] { 1, 2, 3, 4, 5, 6, 7, 8, 9, -1 }),
                cancellationToken
            ),
            Is.EqualTo(StatusCodes.Good)
        );
        var bits = new[] { true, false, true, false, true, false, true, false, true, false, true, true };
        Assert.That(
            await client.WriteAsync("Packer/P/Bits", Variant.FromArray(BuiltInType.Boolean, bits), cancellationToken),
            Is.EqualTo(StatusCodes.Good)
        );
        Assert.That(
            await client.WriteAsync(
                "Packer/P/Made",
                Variant.FromDateTime(UaTime.FromTicks(new DateTime(2026, 11, 23, 1, 2, 3, DateTimeKind.Utc).Ticks)),
                cancellationToken
            ),
            Is.EqualTo(StatusCodes.Good)
        );
        Assert.That(await client.WriteAsync("Packer/P/Raw", Variant.From(2.5f), cancellationToken), Is.EqualTo(StatusCodes.Good));
        Assert.That(
            await client.WriteAsync("Packer/P/Fixed", Variant.From((short)1), cancellationToken),
            Is.EqualTo(StatusCodes.BadNotWritable)
        );

        Assert.That(plc.Plus!.Get("\"DB_Pack\".Count"), Is.EqualTo(BigEndian(-5)));
        Assert.That(plc.Plus.Get("\"DB_Pack\".Name")[..6], Is.EqualTo(new byte[] { 20, 4, (byte)'A', (byte)'n', (byte)'n', (byte)'a' }));
        Assert.That(plc.Plus.Get("\"DB_Pack\".Temps")[^2..], Is.EqualTo(new byte[] { 0xFF, 0xFF }));
        Assert.That(plc.Plus.Get("\"DB_Raw\".B"), Is.EqualTo(BigEndian(2.5f)));
        Assert.That(
            (
                await client.UntilAsync(
                    "Packer/P/Bits",
                    value => value.Value.Reference is bool[] seen && seen.SequenceEqual(bits),
                    cancellationToken
                )
            )
                .Status
                .IsGood
        );
        Assert.That(
            (await client.UntilAsync("Packer/P/Name", value => Equals(value.Value, Variant.From("Anna")), cancellationToken)).Status.IsGood
        );
        Assert.That(
            (await client.UntilAsync("Packer/P/Wide", value => Equals(value.Value, Variant.From("Ω")), cancellationToken)).Status.IsGood
        );
    }

    [Test]
    public async Task A_wrong_symbol_a_hidden_one_and_a_wrong_type_say_what_to_do_and_spoil_no_other(CancellationToken cancellationToken)
    {
        await using var plc = PackPlc.Start();
        await using var bridge = await Bridge.StartAsync(
            PackPlc.Map(
                plc.Port,
                """
                - { name: Good, symbol: '"DB_Pack".Count' }
                - { name: Missing, symbol: '"DB_Pack".Cuont' }
                - { name: NoBlock, symbol: '"DB_Pock".Count', type: DInt }
                - { name: Hidden, symbol: '"DB_Pack".Secret' }
                - { name: Wrong, symbol: '"DB_Pack".Count', type: Real }
                - { name: Text, symbol: '"DB_Pack".Name', unit: rpm }
                """
            ),
            cancellationToken
        );
        await using var client = await PlusClient.ConnectAsync(bridge, cancellationToken);

        await client.GoodAsync("Packer/Good", cancellationToken);
        foreach (var name in new[] { "Missing", "NoBlock", "Wrong", "Text" })
            await client.UntilAsync("Packer/" + name, static value => value.Status == StatusCodes.BadConfigurationError, cancellationToken);
        await client.UntilAsync("Packer/Hidden", static value => value.Status == StatusCodes.BadNotReadable, cancellationToken);
        var words = (string[])
            (
                await client.UntilAsync(
                    "Packer/_Status/BadTags",
                    static value => value.Value.Reference is string[] { Length: 5 },
                    cancellationToken
                )
            )
                .Value
                .Reference!;
        Assert.That(
            string.Join('\n', words),
            Does.Contain("Packer/Missing (\"DB_Pack\".Cuont): the CPU has no Cuont there; did you mean 'Count'?")
                .And.Contain("Packer/NoBlock (\"DB_Pock\".Count): the CPU has no block and no PLC tag \"DB_Pock\"; did you mean 'DB_Pack'?")
                .And.Contain("Packer/Hidden (\"DB_Pack\".Secret): the CPU does not show it; tick 'Accessible from HMI")
                .And.Contain("Packer/Wrong (\"DB_Pack\".Count): the CPU has DInt here, and 'type' says Real; correct 'type', or remove it")
                .And.Contain("Packer/Text (\"DB_Pack\".Name): unit, range and limits go with numbers, and the CPU has String[20] here")
        );
    }

    private static byte[] BigEndian(int value)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(bytes, value);
        return bytes;
    }

    private static byte[] BigEndian(float value) => BigEndian(BitConverter.SingleToInt32Bits(value));
}
