namespace S7OpcBridge.S7.Tests.Devices;

/// <summary>An IM151-8 PN/DP CPU as public captures show it.</summary>
[CancelAfter(30_000)]
public sealed class Im151Tests
{
    [Test]
    public async Task It_tells_who_it_is_what_it_does_and_how_late_it_is()
    {
        var script = DeviceScripts
            .S7300()
            .ExpectList("a", "00 11 00 00")
            .SendList(
                "a",
                $"""
                00 11 00 00 00 1C 00 04
                00 01 {DeviceScripts.Text("6ES7 151-8AB01-0AB0 ", 20)} 00 C0 00 03 00 01    # module
                00 06 {DeviceScripts.Text("6ES7 151-8AB01-0AB0 ", 20)} 00 C0 00 03 00 01    # hardware
                00 07 {DeviceScripts.Text("", 20, (byte)' ')} 00 C0 56 03 02 06             # firmware V3.2.6
                00 81 {DeviceScripts.Text("Boot Loader", 20, (byte)' ')} 00 00 41 20 09 09
                """,
                sequence: 2
            )
            .ExpectList("b", "01 31 00 01")
            .SendList(
                "b",
                "01 31 00 01 00 28 00 01  00 01 00 F0 00 0C 00 02 DC 6C 00 00 00 00 05 F5 E1 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
                    + "00 00"
            )
            .ExpectList("c", "04 24 00 00")
            .SendList("c", "04 24 00 00 00 14 00 01  51 44 FF 08 00 00 00 00 00 00 00 00 14 08 20 12 05 28 34 94")
            .ExpectList("d", "01 32 00 01")
            .SendList(
                "d",
                "01 32 00 01 00 28 00 01  00 01 00 01 00 01 00 01 00 01 00 00 00 01 00 00 00 0A 00 00 00 14 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
                    + "00 03"
            )
            .Expect("03 00 00 1D 02 F0 80  32 07 00 00 {e} 00 08 00 04  00 01 12 04 11 47 01 00  0A 00 00 00")
            .Send(
                "03 00 00 2B 02 F0 80  32 07 00 00 {e} 00 0C 00 0E  00 01 12 08 12 87 01 02 00 00 00 00  FF 09 00 0A  00 19 14 08 20 12 05 36 11 24"
            );
        await DeviceScripts.PlayAsync(
            script,
            async connection =>
            {
                Assert.That((connection.PduSize, connection.MaxJobs), Is.EqualTo((240, 1)));
                Assert.That(
                    await connection.Userdata.ReadIdentityAsync(CancellationToken.None),
                    Is.EqualTo(new S7Identity("6ES7 151-8AB01-0AB0", 3, "V3.2.6"))
                );
                Assert.That(
                    await connection.Userdata.ReadCommunicationAsync(CancellationToken.None),
                    Is.EqualTo(new S7Communication(240, 12))
                );
                Assert.That(await connection.Userdata.ReadCpuStateAsync(CancellationToken.None), Is.EqualTo(S7CpuState.Run));
                Assert.That(await connection.Userdata.ReadConnectionUseAsync(CancellationToken.None), Is.Not.Null);
                Assert.That(
                    await connection.Userdata.ReadClockAsync(CancellationToken.None),
                    Is.EqualTo(new DateTime(2014, 8, 20, 12, 5, 36, 112))
                );
            }
        );
    }

    [Test]
    public async Task Its_names_come_in_two_parts_cut_within_a_record()
    {
        // 214 bytes fit behind the head of a PDU of 240: the seventh record begins with its number in the first part and goes on in the second.
        var records = string.Concat(
            "0001 " + DeviceScripts.Text("IM151-8-CPU", 32),
            "0002 " + DeviceScripts.Text("IM151-8 PN/DP CPU", 32),
            "0003 " + DeviceScripts.Text("", 32),
            "0004 " + DeviceScripts.Text("Original Siemens Equipment", 32),
            "0005 " + DeviceScripts.Text("S C-X0X00000000", 32),
            "0007 " + DeviceScripts.Text("IM151-8 PN/DP CPU", 32),
            "0008 " + DeviceScripts.Text("MMC 00000000", 32),
            "0009" + "002AF600000100000000000000000000" + DeviceScripts.Text("", 16),
            "000A " + DeviceScripts.Text("", 32),
            "000B " + DeviceScripts.Text("", 32)
        );
        var payload = Bytes.Of("00 1C 00 00 00 22 00 0A " + records);
        var script = DeviceScripts
            .S7300()
            .ExpectList("a", "00 1C 00 00")
            .SendUserdata("a", "00 01 12 08 12 84 01 02 06 01 00 00", $"FF 09 00 D6 {DeviceScripts.Hex(payload[..0xD6])}")
            .Expect("03 00 00 21 02 F0 80  32 07 00 00 {b} 00 0C 00 04  00 01 12 08 12 44 01 02 06 00 00 00  0A 00 00 00")
            .SendUserdata("b", "00 01 12 08 12 84 01 02 06 00 00 00", $"FF 09 00 86 {DeviceScripts.Hex(payload[0xD6..])}");
        await DeviceScripts.PlayAsync(
            script,
            async connection =>
                Assert.That(
                    await connection.Userdata.ReadComponentNamesAsync(CancellationToken.None),
                    Is.EqualTo(new S7ComponentNames("IM151-8-CPU", "IM151-8 PN/DP CPU", "", "S C-X0X00000000", "IM151-8 PN/DP CPU", ""))
                )
        );
    }

    [Test]
    public async Task A_list_that_it_does_not_know_is_D402_and_the_connection_goes_on()
    {
        var script = DeviceScripts
            .S7300()
            .ExpectList("a", "0C 91 7F FF")
            .Send("03 00 00 21 02 F0 80  32 07 00 00 {a} 00 0C 00 04  00 01 12 08 12 84 01 01 00 00 D4 02  0A 00 00 00")
            .ExpectWord("b")
            .SendWord("b", "12 34");
        await DeviceScripts.PlayAsync(
            script,
            async connection =>
            {
                var refused = await Assert.ThrowsAsync<S7RefusedException>(() =>
                    connection.Userdata.ReadListAsync(0x0C91, 0x7FFF, CancellationToken.None)
                );
                Assert.That(
                    (refused!.Code, refused.Message),
                    Is.EqualTo(
                        (
                            0xD402,
                            "The PLC refused the service: D402, the CPU does not know this system information list. Nothing to do: it is optional."
                        )
                    )
                );
                var job = Link.Read((1, 0, 2));
                await connection.ReadAsync(job);
                Assert.That(job.DataOf(0).ToArray(), Is.EqualTo(new byte[] { 0x12, 0x34 }));
            }
        );
    }

    [Test]
    public async Task A_block_that_it_has_not_is_D209_and_one_that_it_has_tells_its_length()
    {
        var script = DeviceScripts
            .S7300()
            .Expect("03 00 00 25 02 F0 80  32 07 00 00 {a} 00 08 00 0C  00 01 12 04 11 43 03 00  FF 09 00 08  30 41 30 30 30 30 30 41")
            .Send("03 00 00 21 02 F0 80  32 07 00 00 {a} 00 0C 00 04  00 01 12 08 12 83 03 00 00 00 D2 09  0A 00 00 00")
            .Expect("03 00 00 25 02 F0 80  32 07 00 00 {b} 00 08 00 0C  00 01 12 04 11 43 03 00  FF 09 00 08  30 44 30 30 30 30 30 41")
            .Send(
                """
                03 00 00 6F 02 F0 80  32 07 00 00 {b} 00 0C 00 52  00 01 12 08 30 83 03 00 00 00 00 00  FF 09 00 4E
                01 00 00 4A 42 30 70 70 01 09 01 0D 00 00   # SFC 0
                00 00 00 5A  00 00 00 00
                02 C1 AA C8 0F 76  02 C1 AA C8 0F 76        # changed when it was built
                00 0C 00 04 00 00 00 02
                53 49 4D 41 54 49 43 00  43 4C 4B 5F 46 55 4E 43  53 45 54 5F 43 4C 4B 00   # SIMATIC, CLK_FUNC, SET_CLK
                10 00 C5 A0 00 00 00 00 00 00 00 00
                """
            );
        await DeviceScripts.PlayAsync(
            script,
            async connection =>
            {
                Assert.That(await connection.Userdata.ReadBlockInfoAsync(S7BlockType.DB, 0, CancellationToken.None), Is.Null);
                var block = await connection.Userdata.ReadBlockInfoAsync(S7BlockType.SFC, 0, CancellationToken.None);
                Assert.That(
                    (block!.Number, block.Length, block.LoadMemory, block.Version, block.Checksum),
                    Is.EqualTo((0, 2, 0x5A, "1.0", 0xC5A0))
                );
            }
        );
    }
}
