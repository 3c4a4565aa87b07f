using S7OpcBridge.S7.Wire;
using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests;

[CancelAfter(30_000)]
public sealed class S7ReadJobTests
{
    private const string Request = """
        03 00 00 37 02 F0 80
        32 01 00 00 {ref} 00 26 00 00
        04 03
        12 0A 10 02 00 03 00 01 84 00 00 10   # DB1, 3 bytes from byte 2
        12 0A 10 02 00 02 00 02 84 00 00 00   # DB2, 2 bytes from byte 0
        12 0A 10 02 00 01 00 00 83 00 00 A0   # M, 1 byte from byte 20
        """;

    [Test]
    public async Task Items_of_one_job_come_back_with_their_data_and_statuses()
    {
        var job = await ReadAsync(
            """
            03 00 00 26 02 F0 80
            32 03 00 00 {ref} 00 02 00 11 00 00
            04 03
            FF 04 00 18 01 02 03 00   # 24 bits, and a pad byte
            0A 00 00 00               # no such block
            FF 04 00 08 7F            # 8 bits, the last item has no pad
            """
        );
        Assert.That(job.AnsweredItems, Is.EqualTo(3));
        Assert.That(Describe(job), Is.EqualTo("Ok 010203, ObjectMissing , Ok 7F"));
    }

    [Test]
    public async Task An_error_item_is_four_bytes_even_where_its_length_says_otherwise()
    {
        var job = await ReadAsync(
            """
            03 00 00 23 02 F0 80
            32 03 00 00 {ref} 00 02 00 0E 00 00
            04 03
            05 00 00 04               # the Snap7 server announces 4 bytes and sends none
            FF 09 00 02 AA BB         # octets: the length counts bytes
            03 04 00 20
            """
        );
        Assert.That(Describe(job), Is.EqualTo("OutOfRange , Ok AABB, AccessDenied "));
    }

    [Test]
    public async Task A_padded_last_item_is_taken()
    {
        var job = await ReadAsync(
            """
            03 00 00 29 02 F0 80
            32 03 00 00 {ref} 00 02 00 14 00 00
            04 03
            FF 04 00 18 01 02 03 00
            FF 04 00 10 04 05
            FF 04 00 08 06 00         # a pad byte that nobody needs
            """
        );
        Assert.That(Describe(job), Is.EqualTo("Ok 010203, Ok 0405, Ok 06"));
    }

    [Test]
    public async Task Items_that_the_PLC_leaves_out_are_seen_to_be_missing()
    {
        var job = await ReadAsync(
            """
            03 00 00 1D 02 F0 80
            32 03 00 00 {ref} 00 02 00 08 00 00
            04 01
            FF 04 00 18 01 02 03 00
            """
        );
        Assert.That(job.AnsweredItems, Is.EqualTo(1));
        Assert.That(Describe(job), Is.EqualTo("Ok 010203, None , None "));
    }

    [TestCase("03 00 00 1D 02 F0 80  32 03 00 00 {ref} 00 02 00 08 00 00  04 04  FF 04 00 18 01 02 03 00", "4 items answer a ReadVar of 3")]
    [TestCase("03 00 00 15 02 F0 80  32 03 00 00 {ref} 00 02 00 00 00 00  04 01", "0 bytes are left")]
    [TestCase("03 00 00 15 02 F0 80  32 03 00 00 {ref} 00 02 00 00 00 00  05 03", "function 05 answers a ReadVar")]
    [TestCase("03 00 00 13 02 F0 80  32 03 00 00 {ref} 00 00 00 00 00 00", "0 bytes of parameters")]
    [TestCase("03 00 00 13 02 F0 80  32 02 00 00 {ref} 00 00 00 00 00 00", "ROSCTR 02")]
    [TestCase(
        "03 00 00 1B 02 F0 80  32 03 00 00 {ref} 00 02 00 06 00 00  04 01  FF 04 00 10 01 02",
        "item 1 of 3 (DB1, 3 bytes from byte 2) is said to be 2 bytes"
    )]
    [TestCase(
        "03 00 00 1B 02 F0 80  32 03 00 00 {ref} 00 02 00 06 00 00  04 01  FF 04 00 18 01 02",
        "ends in item 1 of 3 (DB1, 3 bytes from byte 2); 2 bytes"
    )]
    [TestCase(
        "03 00 00 1F 02 F0 80  32 03 00 00 {ref} 00 02 00 0A 00 00  04 01  0A 00 00 00  01 02 03 04 05 06",
        "6 bytes follow the last"
    )]
    [TestCase(
        "03 00 00 1C 02 F0 80  32 03 00 00 {ref} 00 02 00 07 00 00  04 02  FF 04 00 18 01 02 03",
        "ends in item 2 of 3 (DB2, 2 bytes from byte 0)"
    )]
    [TestCase("03 00 00 1A 02 F0 80  32 03 00 00 {ref} 00 02 00 05 00 00  04 01  0A 00 00 00 00", "1 bytes follow the last")]
    public async Task A_short_or_lying_answer_is_named_and_ends_the_connection(string answer, string said)
    {
        await using var plc = new ScriptedPlc(new ScriptedPlcScript().Handshake().Expect(Request).Send(answer).Silence());
        await using var connection = await Link.ConnectAsync(plc);
        var job = Job();
        await Assert.ThatAsync(
            async () => await connection.ReadAsync(job),
            Throws.TypeOf<S7ProtocolException>().With.Message.Contains(said)
        );
        await connection.Ended;
        Assert.That(connection.IsAlive, Is.False);
        Assert.That(Describe(job), Is.EqualTo("None , None , None "), "nothing of a broken answer is shown");
        await Assert.ThatAsync(async () => await connection.ReadAsync(job), Throws.TypeOf<S7ProtocolException>());
    }

    [Test]
    public async Task Timers_and_counters_come_as_words()
    {
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Handshake()
                .Expect(
                    """
                    03 00 00 2B 02 F0 80
                    32 01 00 00 {ref} 00 1A 00 00
                    04 02
                    12 0A 10 1D 00 02 00 00 1D 00 00 05   # T5, T6
                    12 0A 10 1C 00 01 00 00 1C 00 00 03   # C3
                    """
                )
                .Send(
                    """
                    03 00 00 23 02 F0 80
                    32 03 00 00 {ref} 00 02 00 0E 00 00
                    04 02
                    FF 09 00 04 20 15 00 01
                    FF 09 00 02 01 23
                    """
                )
                .ExpectFarewell()
        );
        var job = new S7ReadJob([new(S7Area.Timers, 0, 5, 2), new(S7Area.Counters, 0, 3, 1)]);
        await using (var connection = await Link.ConnectAsync(plc))
            await connection.ReadAsync(job);
        await plc.Finished;
        Assert.That(Describe(job), Is.EqualTo("Ok 20150001, Ok 0123"));
    }

    [Test]
    public async Task A_job_is_used_again_and_forgets_its_last_answer()
    {
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Handshake()
                .ExpectWord("a")
                .SendWord("a", "11 11")
                .ExpectWord("b")
                .Send(
                    """
                    03 00 00 13 02 F0 80
                    32 02 00 00 {b} 00 00 00 00 81 04   # PUT/GET is switched off
                    """
                )
                .ExpectWord("c")
                .SendWord("c", "33 33")
        );
        await using var connection = await Link.ConnectAsync(plc);
        var job = Link.Read((1, 0, 2));
        await connection.ReadAsync(job);
        Assert.That(Describe(job), Is.EqualTo("Ok 1111"));
        await Assert.ThatAsync(async () => await connection.ReadAsync(job), Throws.TypeOf<S7RefusedException>());
        Assert.That(Describe(job), Is.EqualTo("None "));
        await connection.ReadAsync(job);
        Assert.That(Describe(job), Is.EqualTo("Ok 3333"));
        await plc.Finished;
    }

    [Test]
    public void Ranges_that_cannot_be_addressed_are_refused()
    {
        Assert.That(() => new S7ReadJob([]), Throws.ArgumentException);
        Assert.That(() => new S7ReadJob(new S7Range[256]), Throws.ArgumentException);
        Assert.That(() => Link.Read((1, 65535, 1)), Throws.Nothing);
        Assert.That(() => Link.Read((1, 65535, 2)), Throws.ArgumentException);
        Assert.That(() => Link.Read((1, -1, 2)), Throws.ArgumentException);
        Assert.That(() => Link.Read((1, 0, 0)), Throws.ArgumentException);
        Assert.That(() => new S7ReadJob([default]), Throws.ArgumentException);
    }

    /// <summary>A full answer with some bytes overwritten.</summary>
    [FsCheck.NUnit.Property(MaxTest = 3000)]
    public bool No_damage_to_an_answer_does_more_than_a_protocol_error((byte At, byte Value)[] damage, byte cut)
    {
        var pdu = Bytes.Of("32 03 00 00 00 01 00 02 00 13 00 00 04 03 FF 04 00 18 01 02 03 00 FF 04 00 10 04 05 FF 04 00 08 06");
        foreach (var (at, value) in damage)
            pdu[at % pdu.Length] = value;
        return Survives(cut % 4 == 0 ? pdu[..(cut % pdu.Length)] : pdu);
    }

    [FsCheck.NUnit.Property(MaxTest = 1000)]
    public bool No_noise_in_an_answer_does_more_than_a_protocol_error(byte[] noise) =>
        Survives([0x32, 0x03, 0, 0, 0, 1, 0, 2, 0, (byte)noise.Length, 0, 0, 4, 3, .. noise]);

    private static bool Survives(byte[] pdu)
    {
        var job = Job();
        job.Begin();
        try
        {
            job.Accept(S7Header.Read(pdu), pdu);
        }
        catch (S7ProtocolException)
        {
            return Describe(job) == "None , None , None ";
        }
        for (var i = 0; i < job.Count; i++)
        {
            if (job.DataOf(i).Length != (job.StatusOf(i) == S7ItemStatus.Ok ? job.RangeOf(i).ByteLength : 0))
                return false;
        }
        return true;
    }

    private static S7ReadJob Job() => new([new(S7Area.DataBlock, 1, 2, 3), new(S7Area.DataBlock, 2, 0, 2), new(S7Area.Markers, 0, 20, 1)]);

    private static async Task<S7ReadJob> ReadAsync(string answer)
    {
        await using var plc = new ScriptedPlc(new ScriptedPlcScript().Handshake().Expect(Request).Send(answer).ExpectFarewell());
        var job = Job();
        await using (var connection = await Link.ConnectAsync(plc))
            await connection.ReadAsync(job);
        await plc.Finished;
        return job;
    }

    private static string Describe(S7ReadJob job) =>
        string.Join(", ", Enumerable.Range(0, job.Count).Select(i => $"{job.StatusOf(i)} {Convert.ToHexString(job.DataOf(i))}"));
}
