using System.Buffers.Binary;

namespace S7OpcBridge.Core.Tests;

/// <summary>A session that asks a CPU by symbol: types come from the CPU while it runs, and follow it.</summary>
[CancelAfter(60_000)]
internal sealed class SymbolSessionTests
{
    [Test]
    public async Task Tags_without_a_type_become_what_the_CPU_has(CancellationToken cancel)
    {
        await using var plant = new SymbolPlant(("Count", "\"DB_Pack\".Count", null), ("Motors", "\"DB_Pack\".Motors", null), ("All*", "\"DB_Pack\"", null));
        plant.Plus.Set("\"DB_Pack\".Count", BigEndian(7));
        plant.Run();
        Assert.That((await plant.GoodAsync("Count", cancel)).Bits, Is.EqualTo(7));
        await plant.GoodAsync("Motors[3]/On", cancel);
        await plant.GoodAsync("All/State/Speed", cancel);
        Assert.That(plant.TagOf("All/Secret"), Is.EqualTo(-1));
        Assert.That(plant.Acquisition.Map.Structures.Select(structure => structure.Type.Name), Does.Contain("DB_Pack.Motors").And.Contain("DB_Pack.State"));
    }

    private static byte[] BigEndian(int value)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(bytes, value);
        return bytes;
    }
}
