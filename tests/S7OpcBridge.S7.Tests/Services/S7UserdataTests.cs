using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests;

[CancelAfter(30_000)]
public sealed class S7UserdataTests
{
    private const string AskIdentity =
        "03 00 00 21 02 F0 80  32 07 00 00 {a} 00 08 00 08  00 01 12 04 11 44 01 00  FF 09 00 04  00 11 00 00";
    private const string AskState = "03 00 00 21 02 F0 80  32 07 00 00 {a} 00 08 00 08  00 01 12 04 11 44 01 00  FF 09 00 04  04 24 00 00";
    private const string AskBlock =
        "03 00 00 25 02 F0 80  32 07 00 00 {a} 00 08 00 0C  00 01 12 04 11 43 03 00  FF 09 00 08  30 41 30 30 30 31 30 41   # 0A 00010 A";

    [Test]
    public async Task The_identity_comes_in_as_many_parts_as_the_PLC_likes()
    {
        var identity = await AskAsync(
            new ScriptedPlcScript()
                .Handshake()
                .Expect(AskIdentity)
                .Send(
                    """
                    03 00 00 51 02 F0 80  32 07 00 00 {a} 00 0C 00 34
                    00 01 12 08 12 84 01 07 2A 01 00 00   # sequence 7, data unit 2A, more to come
                    FF 09 00 30
                    00 11 00 00 00 1C 00 03               # three records of 28 bytes
                    00 01 36 45 53 37 20 33 31 35 2D 32 45 48 31 34 2D 30 41 42 30 20 00 C0 00 04 00 01   # 6ES7 315-2EH14-0AB0
                    00 06 20 20 20 20 20 20 20 20 20 20
                    """
                )
                .Expect("03 00 00 21 02 F0 80  32 07 00 00 {b} 00 0C 00 04  00 01 12 08 12 44 01 07 2A 00 00 00  0A 00 00 00")
                .Send(
                    """
                    03 00 00 4D 02 F0 80  32 07 00 00 {b} 00 0C 00 30
                    00 01 12 08 12 84 01 07 2A 00 00 00
                    FF 09 00 2C
                    20 20 20 20 20 20 20 20 20 20 00 00 00 04 00 01
                    00 07 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 00 C0 56 03 02 06      # V3.2.6
                    """
                ),
            userdata => userdata.ReadIdentityAsync(CancellationToken.None)
        );
        Assert.That(identity, Is.EqualTo(new S7Identity("6ES7 315-2EH14-0AB0", 4, "V3.2.6")));
        Assert.That(identity.Profile, Is.SameAs(S7Profiles.S7300));
    }

    [Test]
    public async Task Names_are_read_without_what_fills_them_up()
    {
        var names = await AskAsync(
            new ScriptedPlcScript()
                .Handshake()
                .Expect("03 00 00 21 02 F0 80  32 07 00 00 {a} 00 08 00 08  00 01 12 04 11 44 01 00  FF 09 00 04  00 1C 00 00")
                .Send(
                    """
                    03 00 00 6D 02 F0 80  32 07 00 00 {a} 00 0C 00 50
                    00 01 12 08 12 84 01 01 00 00 00 00
                    FF 09 00 4C
                    00 1C 00 00 00 22 00 02
                    00 01 4C 69 6E 65 31 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00    # Line1
                    00 05 53 20 43 2D 58 34 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20 20    # S C-X4
                    """
                ),
            userdata => userdata.ReadComponentNamesAsync(CancellationToken.None)
        );
        Assert.That(names, Is.EqualTo(new S7ComponentNames("Line1", "", "", "S C-X4", "", "")));
    }

    [Test]
    public async Task The_CPU_tells_its_own_PDU_and_connections()
    {
        var communication = await AskAsync(
            new ScriptedPlcScript()
                .Handshake()
                .Expect("03 00 00 21 02 F0 80  32 07 00 00 {a} 00 08 00 08  00 01 12 04 11 44 01 00  FF 09 00 04  01 31 00 01")
                .Send(
                    """
                    03 00 00 37 02 F0 80  32 07 00 00 {a} 00 0C 00 1A
                    00 01 12 08 12 84 01 01 00 00 00 00
                    FF 09 00 16
                    01 31 00 01 00 0E 00 01
                    00 01 00 F0 00 10 00 2D C6 C0 00 00 00 00    # PDU 240, 16 connections, bus rates
                    """
                ),
            userdata => userdata.ReadCommunicationAsync(CancellationToken.None)
        );
        Assert.That(communication, Is.EqualTo(new S7Communication(240, 16)));
    }

    [Test]
    public async Task The_CPU_tells_how_many_connections_are_taken_and_left()
    {
        var use = await AskAsync(
            new ScriptedPlcScript()
                .Handshake()
                .Expect("03 00 00 21 02 F0 80  32 07 00 00 {a} 00 08 00 08  00 01 12 04 11 44 01 00  FF 09 00 04  01 32 00 01")
                .Send(
                    """
                    03 00 00 51 02 F0 80  32 07 00 00 {a} 00 0C 00 34
                    00 01 12 08 12 84 01 01 00 00 00 00
                    FF 09 00 30
                    01 32 00 01 00 28 00 01
                    00 01 00 01 00 01 00 01 00 02 00 00 00 01 00 0B 00 00 00 14    # taken: 1 programmer, 2 panels, 1 S7; 11 left
                    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 03 00 00 00 00    # and 3 basic ones
                    """
                ),
            userdata => userdata.ReadConnectionUseAsync(CancellationToken.None)
        );
        Assert.That(use, Is.EqualTo(new S7ConnectionUse(Used: 7, Free: 11)));
    }

    [Test]
    public async Task The_CPU_tells_its_protection_level()
    {
        var protection = await AskAsync(
            new ScriptedPlcScript()
                .Handshake()
                .Expect("03 00 00 21 02 F0 80  32 07 00 00 {a} 00 08 00 08  00 01 12 04 11 44 01 00  FF 09 00 04  01 32 00 04")
                .Send(
                    """
                    03 00 00 31 02 F0 80  32 07 00 00 {a} 00 0C 00 14
                    00 01 12 08 12 84 01 01 00 00 00 00
                    FF 09 00 10
                    01 32 00 04 00 08 00 01
                    00 04 00 01 00 02 00 03
                    """
                ),
            userdata => userdata.ReadProtectionAsync(CancellationToken.None)
        );
        Assert.That(protection, Is.EqualTo(new S7Protection(Level: 3, Configured: 2)));
    }

    [TestCase("08", S7CpuState.Run)]
    [TestCase("04", S7CpuState.Stop)]
    [TestCase("53", S7CpuState.Stop)]
    [TestCase("06", S7CpuState.StartUp)]
    [TestCase("0A", S7CpuState.Hold)]
    [TestCase("0D", S7CpuState.Defect)]
    [TestCase("00", S7CpuState.Unknown)]
    public async Task The_low_nibble_tells_the_CPU_state(string state, S7CpuState expected)
    {
        var read = await AskAsync(
            new ScriptedPlcScript()
                .Handshake()
                .Expect(AskState)
                .Send(
                    $$"""
                    03 00 00 3D 02 F0 80  32 07 00 00 {a} 00 0C 00 20
                    00 01 12 08 12 84 01 01 00 00 00 00
                    FF 09 00 1C
                    04 24 00 00 00 14 00 01
                    51 44 FF {{state}} 00 00 00 00 00 00 00 00 94 02 01 03 12 00 00 00
                    """
                ),
            userdata => userdata.ReadCpuStateAsync(CancellationToken.None)
        );
        Assert.That(read, Is.EqualTo(expected));
    }

    [TestCase(
        "03 00 00 21 02 F0 80  32 07 00 00 {a} 00 0C 00 04  00 01 12 08 12 84 01 01 00 00 D4 01  0A 00 00 00",
        0xD401,
        TestName = "An_error_in_the_parameters"
    )]
    [TestCase(
        "03 00 00 1D 02 F0 80  32 07 00 00 {a} 00 0C 00 00  00 01 12 08 12 84 01 01 00 00 D4 02",
        0xD402,
        TestName = "An_error_without_data"
    )]
    [TestCase(
        "03 00 00 21 02 F0 80  32 07 00 00 {a} 00 0C 00 04  00 01 12 08 12 84 01 01 00 00 00 00  0A 00 00 00",
        0x000A,
        TestName = "A_return_code_in_the_data"
    )]
    [TestCase("03 00 00 13 02 F0 80  32 02 00 00 {a} 00 00 00 00 81 04", 0x8104, TestName = "A_refusal_in_the_header")]
    public async Task A_list_that_the_CPU_has_not_is_a_refusal_and_the_connection_lives_on(string answer, int code)
    {
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript().Handshake().Expect(AskState).Send(answer).ExpectWord("b").SendWord("b", "22 22").ExpectFarewell()
        );
        await using (var connection = await Link.ConnectAsync(plc))
        {
            var refused = await Assert.ThrowsAsync<S7RefusedException>(() => connection.Userdata.ReadCpuStateAsync(CancellationToken.None));
            Assert.That(refused!.Code, Is.EqualTo(code));
            Assert.That(refused.Message, Does.Not.Contain("PUT/GET"));
            await connection.ReadAsync(Link.Read((1, 0, 2)));
        }
        await plc.Finished;
    }

    [TestCase(
        "03 00 00 23 02 F0 80  32 07 00 00 {a} 00 0C 00 06  00 01 12 08 12 84 01 01 00 00 00 00  FF 09 00 09  04 24",
        "announces 9 bytes, 2 came"
    )]
    [TestCase(
        "03 00 00 21 02 F0 80  32 07 00 00 {a} 00 0C 00 04  00 01 12 08 12 87 01 01 00 00 00 00  0A 00 00 00",
        "function 7/1 answers 4/1"
    )]
    [TestCase("03 00 00 15 02 F0 80  32 03 00 00 {a} 00 02 00 00 00 00  04 00", "ROSCTR 03 answers a userdata service")]
    [TestCase(
        "03 00 00 23 02 F0 80  32 07 00 00 {a} 00 0C 00 06  00 01 12 08 12 84 01 01 00 00 00 00  FF 09 00 02  04 24",
        "2 bytes instead of a head of 8"
    )]
    public async Task A_lying_answer_is_named(string answer, string said)
    {
        await using var plc = new ScriptedPlc(new ScriptedPlcScript().Handshake().Expect(AskState).Send(answer).Silence());
        await using var connection = await Link.ConnectAsync(plc);
        await Assert.ThatAsync(
            () => connection.Userdata.ReadCpuStateAsync(CancellationToken.None),
            Throws.TypeOf<S7ProtocolException>().With.Message.Contains(said)
        );
    }

    [Test]
    public async Task An_answer_in_parts_that_does_not_go_on_is_named()
    {
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Handshake()
                .Expect(AskState)
                .Send("03 00 00 23 02 F0 80  32 07 00 00 {a} 00 0C 00 06  00 01 12 08 12 84 01 01 01 01 00 00  FF 09 00 02  04 24")
                .Expect("03 00 00 21 02 F0 80  32 07 00 00 {b} 00 0C 00 04  00 01 12 08 12 44 01 01 01 00 00 00  0A 00 00 00")
                .Send("03 00 00 21 02 F0 80  32 07 00 00 {b} 00 0C 00 04  00 01 12 08 12 84 01 01 01 01 00 00  FF 09 00 00")
                .Silence()
        );
        await using var connection = await Link.ConnectAsync(plc);
        await Assert.ThatAsync(
            () => connection.Userdata.ReadCpuStateAsync(CancellationToken.None),
            Throws.TypeOf<S7ProtocolException>().With.Message.Contains("does not end")
        );
    }

    [Test]
    public async Task A_block_tells_its_length()
    {
        var block = await AskAsync(
            new ScriptedPlcScript()
                .Handshake()
                .Expect(AskBlock)
                .Send(
                    """
                    03 00 00 6F 02 F0 80  32 07 00 00 {a} 00 0C 00 52
                    00 01 12 08 12 83 03 01 00 00 00 00
                    FF 09 00 4E
                    01 00 00 4A 00 22 70 70 01 01 05 0A
                    00 0A                                  # DB10
                    00 00 00 9A                            # load memory
                    00 00 00 00  00 00 00 00 30 00  00 00 00 00 30 00
                    00 1C 00 00 00 00
                    00 2A                                  # 42 bytes of data
                    00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00
                    12 00  BE EF  00 00 00 00 00 00 00 00  # version 1.2
                    """
                ),
            userdata => userdata.ReadBlockInfoAsync(S7BlockType.DB, 10, CancellationToken.None)
        );
        Assert.That(block, Is.EqualTo(new S7BlockInfo(10, 42, 0x9A, "1.2") { Checksum = 0xBEEF, InterfaceTime = 0x3000 }));
    }

    [TestCase("03 00 00 21 02 F0 80  32 07 00 00 {a} 00 0C 00 04  00 01 12 08 12 83 03 01 00 00 D2 09  0A 00 00 00")]
    [TestCase("03 00 00 21 02 F0 80  32 07 00 00 {a} 00 0C 00 04  00 01 12 08 12 83 03 01 00 00 00 00  0A 00 00 00")]
    public async Task A_block_that_does_not_exist_is_no_error(string answer) =>
        Assert.That(
            await AskAsync(
                new ScriptedPlcScript().Handshake().Expect(AskBlock).Send(answer),
                userdata => userdata.ReadBlockInfoAsync(S7BlockType.DB, 10, CancellationToken.None)
            ),
            Is.Null
        );

    [Test]
    public async Task The_session_password_is_sent_mixed_and_taken_back()
    {
        await AskAsync(
            new ScriptedPlcScript()
                .Handshake()
                .Expect(
                    """
                    03 00 00 25 02 F0 80  32 07 00 00 {a} 00 08 00 0C  00 01 12 04 11 45 01 00  FF 09 00 08
                    34 37 02 06 77 73 02 06     # "abcd", filled up with blanks
                    """
                )
                .Send("03 00 00 21 02 F0 80  32 07 00 00 {a} 00 0C 00 04  00 01 12 08 12 85 01 01 00 00 00 00  0A 00 00 00")
                .Expect("03 00 00 1D 02 F0 80  32 07 00 00 {b} 00 08 00 04  00 01 12 04 11 45 02 00  0A 00 00 00")
                .Send("03 00 00 21 02 F0 80  32 07 00 00 {b} 00 0C 00 04  00 01 12 08 12 85 02 01 00 00 00 00  0A 00 00 00"),
            async userdata =>
            {
                await userdata.SetPasswordAsync("abcd", CancellationToken.None);
                await userdata.ClearPasswordAsync(CancellationToken.None);
                return true;
            }
        );
    }

    [Test]
    public async Task A_wrong_password_is_told()
    {
        await using var plc = new ScriptedPlc(
            new ScriptedPlcScript()
                .Handshake()
                .Expect("03 00 00 25 02 F0 80  32 07 00 00 {a} 00 08 00 0C  00 01 12 04 11 45 01 00  FF 09 00 08 ?? ?? ?? ?? ?? ?? ?? ??")
                .Send("03 00 00 21 02 F0 80  32 07 00 00 {a} 00 0C 00 04  00 01 12 08 12 85 01 01 00 00 D6 02  0A 00 00 00")
        );
        await using var connection = await Link.ConnectAsync(plc);
        await Assert.ThatAsync(
            () => connection.Userdata.SetPasswordAsync("wrong", CancellationToken.None),
            Throws.TypeOf<S7RefusedException>().With.Message.Contains("D602, wrong password")
        );
        foreach (var bad in new[] { "", "longer than8", "€" })
            Assert.That(() => connection.Userdata.SetPasswordAsync(bad, CancellationToken.None), Throws.ArgumentException);
    }

    internal static async Task<T> AskAsync<T>(ScriptedPlcScript script, Func<S7Userdata, Task<T>> ask)
    {
        await using var plc = new ScriptedPlc(script.ExpectFarewell());
        T answer;
        await using (var connection = await Link.ConnectAsync(plc))
            answer = await ask(connection.Userdata);
        await plc.Finished;
        return answer;
    }
}
