using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests;

[CancelAfter(30_000)]
public sealed class S7BlockListTests
{
    [Test]
    public async Task The_blocks_are_counted_by_kind_and_listed_by_number()
    {
        var counts = await S7UserdataTests.AskAsync(
            new ScriptedPlcScript()
                .Handshake()
                .Expect("03 00 00 1D 02 F0 80  32 07 00 00 {a} 00 08 00 04  00 01 12 04 11 43 01 00  0A 00 00 00")
                .Send(
                    """
                    03 00 00 2D 02 F0 80  32 07 00 00 {a} 00 0C 00 10  00 01 12 08 12 83 01 01 00 00 00 00  FF 09 00 0C
                    30 38 00 01  30 41 01 02  30 42 00 00   # one OB, 258 DBs, no SDB
                    """
                ),
            userdata => userdata.ReadBlockCountsAsync(CancellationToken.None)
        );
        Assert.That(counts, Is.EqualTo(new S7BlockCount[] { new(S7BlockType.OB, 1), new(S7BlockType.DB, 258) }));
        var numbers = await S7UserdataTests.AskAsync(
            new ScriptedPlcScript()
                .Handshake()
                .Expect("03 00 00 1F 02 F0 80  32 07 00 00 {a} 00 08 00 06  00 01 12 04 11 43 02 00  FF 09 00 02 30 41")
                .Send(
                    """
                    03 00 00 29 02 F0 80  32 07 00 00 {a} 00 0C 00 0C  00 01 12 08 12 83 02 01 00 00 00 00  FF 09 00 08
                    01 2C 22 05  00 07 22 05
                    """
                ),
            userdata => userdata.ReadBlockNumbersAsync(S7BlockType.DB, CancellationToken.None)
        );
        Assert.That(numbers, Is.EqualTo(new[] { 7, 300 }));
    }

    [FsCheck.NUnit.Property]
    public bool Any_answer_is_read_to_its_last_whole_entry(byte[] payload) =>
        S7BlockCount.Parse(payload ?? []).Length <= (payload ?? []).Length / 4
        && S7BlockCount.ParseNumbers(payload ?? []).Length <= (payload ?? []).Length / 4;
}
