using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Values;

public sealed class SymbolCrcTests
{
    [Test]
    public void Every_checksum_that_SIMATIC_NET_sent_to_a_real_S7_1511_is_the_one_we_compute()
    {
        var from = new PlusReader(Hex.WithoutDigest(Cpu1511.ReadAllRequest));
        PlusRequestHead.Read(ref from);
        var sent = GetMultiVariables.ReadRequest(ref from).Items;
        Assert.That(sent, Has.Length.EqualTo(AllTypes.Items.Length));
        Assert.Multiple(() =>
        {
            for (var i = 0; i < sent.Length; i++)
            {
                var (path, type) = AllTypes.Items[i];
                Assert.That(Compute(path, type), Is.EqualTo(sent[i].Crc), path);
            }
        });
    }

    // Source: dotnetprojects/S7CommPlusDriver, S7CommPlusSymbolCrcTests (from a live S7-1500).
    [Test]
    public void An_array_counts_with_its_element_type_and_lower_bound()
    {
        var crc = new SymbolCrc();
        crc.AddArray("readings", S7PlusType.Real, 0);
        Assert.That(crc.Value, Is.Not.Zero);
        var other = new SymbolCrc();
        other.AddArray("readings", S7PlusType.Real, 1);
        Assert.That(other.Value, Is.Not.EqualTo(crc.Value));
    }

    private static uint Compute(string path, S7PlusType type)
    {
        var crc = new SymbolCrc();
        var names = path.Split('.');
        if (names.Length == 2)
            crc.Add(names[0], names[0] == "DTL" ? S7PlusType.Dtl : S7PlusType.Struct);
        if (names[^1] == "Array_Byte")
            crc.AddArray(names[^1], type, 0);
        else
            crc.Add(names[^1], type);
        return crc.Value;
    }
}
