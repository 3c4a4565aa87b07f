using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests;

[CancelAfter(30_000)]
public sealed class S7WriteJobTests
{
    [Test]
    public async Task Bytes_bits_timers_and_counters_are_written_in_one_job()
    {
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Handshake()
                .Expect(
                    """
                    03 00 00 5C 02 F0 80
                    32 01 00 00 {ref} 00 32 00 19
                    05 04
                    12 0A 10 02 00 03 00 01 84 00 00 10   # DB1, 3 bytes from byte 2
                    12 0A 10 01 00 01 00 00 83 00 00 53   # M10.3
                    12 0A 10 1C 00 01 00 00 1C 00 00 03   # C3
                    12 0A 10 02 00 01 00 02 84 07 FF F8   # DB2, byte 65535
                    00 04 00 18 0A 0B 0C 00               # 24 bits, padded
                    00 03 00 01 01 00                     # one bit, padded
                    00 09 00 02 01 23                     # octets
                    00 04 00 08 FF                        # the last item has no pad
                    """
                )
                .Send(
                    """
                    03 00 00 19 02 F0 80
                    32 03 00 00 {ref} 00 02 00 04 00 00
                    05 04  FF FF 05 0A
                    """
                )
                .ExpectFarewell()
        );
        var job = new S7WriteJob(480, 20);
        Assert.That(job.TryAdd(new S7Range(S7Area.DataBlock, 1, 2, 3), [0x0A, 0x0B, 0x0C]));
        Assert.That(job.TryAddBit(S7Area.Markers, 0, 10, 3, true));
        Assert.That(job.TryAdd(new S7Range(S7Area.Counters, 0, 3, 1), [0x01, 0x23]));
        Assert.That(job.TryAdd(new S7Range(S7Area.DataBlock, 2, 65535, 1), [0xFF]));
        await using (var connection = await Link.ConnectAsync(plc))
            await connection.WriteAsync(job);
        await plc.Finished;
        Assert.That(
            Enumerable.Range(0, job.Count).Select(job.StatusOf),
            Is.EqualTo(new[] { S7ItemStatus.Ok, S7ItemStatus.Ok, S7ItemStatus.OutOfRange, S7ItemStatus.ObjectMissing })
        );
    }

    [Test]
    public async Task A_cleared_job_is_filled_and_sent_again()
    {
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Handshake()
                .Expect(
                    """
                    03 00 00 24 02 F0 80
                    32 01 00 00 {a} 00 0E 00 05
                    05 01  12 0A 10 01 00 01 00 01 84 00 00 07   # DB1.DBX0.7
                    00 03 00 01 00
                    """
                )
                .Send("03 00 00 16 02 F0 80  32 03 00 00 {a} 00 02 00 01 00 00  05 01  FF")
                .Expect(
                    """
                    03 00 00 25 02 F0 80
                    32 01 00 00 {b} 00 0E 00 06
                    05 01  12 0A 10 02 00 02 00 01 84 00 00 10   # DB1, 2 bytes from byte 2
                    00 04 00 10 12 34
                    """
                )
                .Send("03 00 00 16 02 F0 80  32 03 00 00 {b} 00 02 00 01 00 00  05 01  03")
        );
        await using var connection = await Link.ConnectAsync(plc);
        var job = new S7WriteJob(connection.PduSize, 20);
        job.TryAddBit(S7Area.DataBlock, 1, 0, 7, false);
        await connection.WriteAsync(job);
        Assert.That(job.StatusOf(0), Is.EqualTo(S7ItemStatus.Ok));
        job.Clear();
        job.TryAdd(new S7Range(S7Area.DataBlock, 1, 2, 2), [0x12, 0x34]);
        await connection.WriteAsync(job);
        Assert.That(job.StatusOf(0), Is.EqualTo(S7ItemStatus.AccessDenied));
        await plc.Finished;
    }

    // 12 + 18n - 1 <= PDU: reference, section 2.
    [TestCase(240, 12)]
    [TestCase(480, 26)]
    [TestCase(960, 52)]
    public void As_many_bits_fit_as_the_PDU_takes(int pduSize, int bits)
    {
        var job = new S7WriteJob(pduSize, 255);
        var fitted = 0;
        while (job.TryAddBit(S7Area.Markers, 0, fitted, 0, true))
            fitted++;
        Assert.That(fitted, Is.EqualTo(bits));
        Assert.That(job.Request.Length, Is.LessThanOrEqualTo(pduSize));
    }

    [TestCase(240, 212)]
    [TestCase(480, 452)]
    [TestCase(960, 932)]
    public void The_largest_single_write_is_28_bytes_less_than_the_PDU(int pduSize, int largest)
    {
        var job = new S7WriteJob(pduSize, 1);
        Assert.That(job.TryAdd(new S7Range(S7Area.DataBlock, 1, 0, largest + 1), new byte[largest + 1]), Is.False);
        Assert.That(job.Count, Is.Zero);
        Assert.That(job.TryAdd(new S7Range(S7Area.DataBlock, 1, 0, largest), new byte[largest]), Is.True);
        Assert.That(job.TryAddBit(S7Area.Markers, 0, 0, 0, true), Is.False, "one item at most");
    }

    [Test]
    public void What_cannot_be_written_is_refused()
    {
        var job = new S7WriteJob(240, 20);
        Assert.That(() => job.TryAdd(new S7Range(S7Area.DataBlock, 1, 0, 2), [1]), Throws.ArgumentException);
        Assert.That(() => job.TryAdd(new S7Range(S7Area.DataBlock, 1, 65535, 2), [1, 2]), Throws.ArgumentException);
        Assert.That(() => job.TryAddBit(S7Area.Markers, 0, 0, 8, true), Throws.ArgumentException);
        Assert.That(() => job.TryAddBit(S7Area.Timers, 0, 0, 0, true), Throws.ArgumentException);
    }

    [TestCase("03 00 00 17 02 F0 80  32 03 00 00 {ref} 00 02 00 02 00 00  05 02  FF FF", "2 items answer a WriteVar of 1")]
    [TestCase("03 00 00 15 02 F0 80  32 03 00 00 {ref} 00 02 00 00 00 00  05 01", "0 return codes")]
    [TestCase("03 00 00 16 02 F0 80  32 03 00 00 {ref} 00 02 00 01 00 00  04 01  FF", "function 04 answers a WriteVar")]
    public async Task A_lying_answer_is_named(string answer, string said)
    {
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Handshake()
                .Expect(
                    """
                    03 00 00 24 02 F0 80
                    32 01 00 00 {ref} 00 0E 00 05
                    05 01  12 0A 10 01 00 01 00 00 83 00 00 01
                    00 03 00 01 01
                    """
                )
                .Send(answer)
                .Silence()
        );
        await using var connection = await Link.ConnectAsync(plc);
        var job = new S7WriteJob(240, 20);
        job.TryAddBit(S7Area.Markers, 0, 0, 1, true);
        await Assert.ThatAsync(
            async () => await connection.WriteAsync(job),
            Throws.TypeOf<S7ProtocolException>().With.Message.Contains(said)
        );
    }

    [Test]
    public async Task An_empty_job_is_not_sent()
    {
        await using var plc = new ScriptedPlc(new ScriptedPlcScript().Handshake().ExpectFarewell());
        await using (var connection = await Link.ConnectAsync(plc))
            await Assert.ThatAsync(async () => await connection.WriteAsync(new S7WriteJob(240, 20)), Throws.InvalidOperationException);
        await plc.Finished;
    }
}
