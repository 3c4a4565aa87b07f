using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests;

[CancelAfter(30_000)]
public sealed class S7ReadJobTests
{
    [Test]
    public async Task Items_of_one_job_come_back_with_their_data_and_statuses()
    {
        await using var plc = new ScriptedPlc(new ScriptedPlcScript().Handshake()
            .Expect("""
                03 00 00 37 02 F0 80
                32 01 00 00 {ref} 00 26 00 00
                04 03
                12 0A 10 02 00 03 00 01 84 00 00 10   # DB1, 3 bytes from byte 2
                12 0A 10 02 00 02 00 02 84 00 00 00   # DB2, 2 bytes from byte 0
                12 0A 10 02 00 01 00 00 83 00 00 A0   # M, 1 byte from byte 20
                """)
            .Send("""
                03 00 00 26 02 F0 80
                32 03 00 00 {ref} 00 02 00 11 00 00
                04 03
                FF 04 00 18 01 02 03 00   # 24 bits, and a pad byte
                0A 00 00 00               # no such block
                FF 04 00 08 7F            # 8 bits, the last item has no pad
                """)
            .ExpectFarewell());
        var job = new S7ReadJob([new(S7Area.DataBlock, 1, 2, 3), new(S7Area.DataBlock, 2, 0, 2), new(S7Area.Markers, 0, 20, 1)]);
        await using (var connection = await Link.ConnectAsync(plc))
            await connection.ReadAsync(job);
        await plc.Finished;

        Assert.Multiple(() =>
        {
            Assert.That(job.AnsweredItems, Is.EqualTo(3));
            Assert.That(job.StatusOf(0), Is.EqualTo(S7ItemStatus.Ok));
            Assert.That(job.DataOf(0).ToArray(), Is.EqualTo(new byte[] { 1, 2, 3 }));
            Assert.That(job.StatusOf(1), Is.EqualTo(S7ItemStatus.ObjectMissing));
            Assert.That(job.DataOf(1).Length, Is.Zero);
            Assert.That(job.DataOf(2).ToArray(), Is.EqualTo(new byte[] { 0x7F }));
        });
    }
}
