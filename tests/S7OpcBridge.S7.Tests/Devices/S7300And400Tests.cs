namespace S7OpcBridge.S7.Tests.Devices;

/// <summary>Reads, writes and unasked frames of an S7-315 and an S7-400 plant as public captures show them.</summary>
[CancelAfter(30_000)]
public sealed class S7300And400Tests
{
    [Test]
    public async Task One_job_reads_markers_inputs_outputs_timers_and_counters()
    {
        var script = DeviceScripts
            .S7300()
            .Expect(
                """
                03 00 00 4F 02 F0 80  32 01 00 00 {a} 00 3E 00 00  04 05
                12 0A 10 02 00 10 00 00 83 00 00 00
                12 0A 10 02 00 10 00 00 81 00 00 00
                12 0A 10 02 00 10 00 00 82 00 00 00
                12 0A 10 1D 00 08 00 00 1D 00 00 00
                12 0A 10 1C 00 08 00 00 1C 00 00 00
                """
            )
            .Send(
                """
                03 00 00 79 02 F0 80  32 03 00 00 {a} 00 02 00 64 00 00  04 05
                FF 04 00 80  AC DE 00 0D AD DE AD DE AD DE AD DE AD DE AD DE    # lengths in bits
                FF 04 00 80  AA AA AA AA AA AA AA AA BB BB BB BB BB BB BB BB
                FF 04 00 80  BB BB BB BB BB BB BB BB AD DE AD DE AD DE AD DE
                FF 09 00 10  00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00    # timers and counters: lengths in bytes
                FF 09 00 10  00 11 00 00 00 00 00 00 00 00 00 00 00 00 00 00
                """
            );
        await DeviceScripts.PlayAsync(
            script,
            async connection =>
            {
                var job = new S7ReadJob([
                    In(S7Area.Markers, 16),
                    In(S7Area.Inputs, 16),
                    In(S7Area.Outputs, 16),
                    In(S7Area.Timers, 8),
                    In(S7Area.Counters, 8),
                ]);
                await connection.ReadAsync(job);
                Assert.That(Enumerable.Range(0, 5).Select(job.StatusOf), Is.All.EqualTo(S7ItemStatus.Ok));
                Assert.That(
                    (job.DataOf(0)[0], job.DataOf(1)[15], job.DataOf(2)[8], job.DataOf(3).Length, job.DataOf(4)[1]),
                    Is.EqualTo((0xAC, 0xBB, 0xAD, 16, 0x11))
                );
            }
        );
    }

    [Test]
    public async Task Of_one_job_markers_are_written_and_timers_and_counters_refused()
    {
        var script = DeviceScripts
            .S7300()
            .Expect(
                """
                03 00 00 49 02 F0 80  32 01 00 00 {a} 00 26 00 12  05 03
                12 0A 10 02 00 02 00 00 83 00 00 00
                12 0A 10 1D 00 01 00 00 1D 00 00 00
                12 0A 10 1C 00 01 00 00 1C 00 00 00
                00 04 00 10 AD DE  00 09 00 02 EF BE  00 09 00 02 EF CA
                """
            )
            .Send("03 00 00 18 02 F0 80  32 03 00 00 {a} 00 02 00 03 00 00  05 03  FF 03 03");
        await DeviceScripts.PlayAsync(
            script,
            async connection =>
            {
                var job = new S7WriteJob(connection.PduSize, 20);
                Assert.That(
                    job.TryAdd(In(S7Area.Markers, 2), [0xAD, 0xDE])
                        && job.TryAdd(In(S7Area.Timers, 1), [0xEF, 0xBE])
                        && job.TryAdd(In(S7Area.Counters, 1), [0xEF, 0xCA])
                );
                await connection.WriteAsync(job);
                Assert.That(
                    Enumerable.Range(0, 3).Select(job.StatusOf),
                    Is.EqualTo(new[] { S7ItemStatus.Ok, S7ItemStatus.AccessDenied, S7ItemStatus.AccessDenied })
                );
            }
        );
    }

    [Test]
    public async Task Fewer_jobs_one_way_than_the_other_are_negotiated_and_the_smaller_number_holds() =>
        await DeviceScripts.PlayAsync(
            DeviceScripts.S7300(jobs: "00 01 00 02").ExpectWord("a").SendWord("a", "00 07"),
            async connection =>
            {
                Assert.That(connection.MaxJobs, Is.EqualTo(1));
                await connection.ReadAsync(Link.Read((1, 0, 2)));
            }
        );

    [TestCase(
        """
            03 00 00 3B 02 F0 80  32 07 00 00 00 00 00 0C 00 1E
            00 01 12 08 12 01 02 02 00 00 00 00  FF 09 00 1A 00 04 00 12 01 00 00 02 00 02 FF 09 00 06 41 33 85 1F DE AD FF 09 00 01 02 00   # S7-300: values of a watch table
            """,
        TestName = "Values_of_a_watch_table"
    )]
    [TestCase(
        """
            03 00 00 2F 02 F0 80  32 07 00 00 00 00 00 0C 00 12
            00 01 12 08 12 01 08 02 00 00 00 00  FF 09 00 0E 00 04 00 06 01 00 00 02 00 03 FF FF FF 00   # S7-300: what came of a forced write
            """,
        TestName = "Results_of_a_watch_table"
    )]
    [TestCase(
        """
            03 00 00 63 02 F0 80  32 07 00 00 00 00 00 08 00 4A
            00 01 12 04 11 04 05 00  FF 09 00 46
            94 01 06 00 27 20 39 75 40 01 12 0A 16 08 00 00 00 AF 00 00 FE FE FF 04 00 10 00 01 FF 04 00 10 FF FF FF 04 00 10 FF FF FF 04 00 10
            FF FF FF 04 00 10 FF FF FF 04 00 10 FF FF FF 04 00 10 FF FF FF 04 00 10 00 00   # S7-400: an alarm
            """,
        TestName = "An_alarm"
    )]
    [TestCase(
        """
            03 00 00 2D 02 F0 80  32 07 00 00 00 00 00 0C 00 10
            00 01 12 08 12 02 07 01 00 00 00 00  FF 09 00 0C 00 01 FF 09 00 06 43 F6 90 35 60 FF    # S7-400: values of a cyclic subscription
            """,
        TestName = "Values_of_a_subscription"
    )]
    public async Task A_frame_that_nobody_asked_for_is_passed_over(string unasked) =>
        await DeviceScripts.PlayAsync(
            DeviceScripts.S7400().Send(unasked).ExpectWord("a").Send(unasked).SendWord("a", "12 34").ExpectWord("b").SendWord("b", "56 78"),
            async connection =>
            {
                var job = Link.Read((1, 0, 2));
                await connection.ReadAsync(job);
                Assert.That(job.DataOf(0).ToArray(), Is.EqualTo(new byte[] { 0x12, 0x34 }));
                await connection.ReadAsync(job);
                Assert.That(job.DataOf(0).ToArray(), Is.EqualTo(new byte[] { 0x56, 0x78 }));
            }
        );

    [Test]
    public async Task The_password_of_a_public_capture_is_mixed_as_STEP_7_mixes_it() =>
        await DeviceScripts.PlayAsync(
            DeviceScripts
                .S7300()
                .Expect("03 00 00 25 02 F0 80  32 07 00 00 {a} 00 08 00 0C  00 01 12 04 11 45 01 00  FF 09 00 08  21 3A 1B 1D 6E 68 1B 1D")
                .Send("03 00 00 21 02 F0 80  32 07 00 00 {a} 00 0C 00 04  00 01 12 08 12 85 01 01 00 00 00 00  0A 00 00 00"),
            connection => connection.Userdata.SetPasswordAsync("toor", CancellationToken.None)
        );

    [Test]
    public async Task The_clock_is_set_and_read_back_with_the_century_byte_of_STEP_7() =>
        await DeviceScripts.PlayAsync(
            DeviceScripts
                .S7300()
                .Expect(
                    "03 00 00 27 02 F0 80  32 07 00 00 {a} 00 08 00 0E  00 01 12 04 11 47 02 00  FF 09 00 0A  00 19 14 08 20 11 59 33 04 04"
                )
                .Send("03 00 00 21 02 F0 80  32 07 00 00 {a} 00 0C 00 04  00 01 12 08 12 87 02 01 00 00 00 00  0A 00 00 00")
                .Expect("03 00 00 1D 02 F0 80  32 07 00 00 {b} 00 08 00 04  00 01 12 04 11 47 01 00  0A 00 00 00")
                .Send(
                    "03 00 00 2B 02 F0 80  32 07 00 00 {b} 00 0C 00 0E  00 01 12 08 12 87 01 01 00 00 00 00  FF 09 00 0A  00 19 14 08 20 11 59 33 04 54"
                ),
            async connection =>
            {
                await connection.Userdata.SetClockAsync(new DateTime(2014, 8, 20, 11, 59, 33, 40), CancellationToken.None);
                Assert.That(
                    await connection.Userdata.ReadClockAsync(CancellationToken.None),
                    Is.EqualTo(new DateTime(2014, 8, 20, 11, 59, 33, 45))
                );
            }
        );

    private static S7Range In(S7Area area, int length) => new(area, 0, 0, length);
}
