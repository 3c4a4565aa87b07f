using S7OpcBridge.S7.CpuEvents;
using S7OpcBridge.S7.Services;
using S7OpcBridge.S7.Tests.Captures;

namespace S7OpcBridge.S7.Tests.CpuEvents;

/// <summary>Diagnostics buffer, LEDs, checksum and stations as two real CPUs gave them.</summary>
public sealed class DiagnosticsTests
{
    [Test]
    public void The_buffer_of_a_315_begins_with_its_last_start()
    {
        var entries = S7DiagnosticEntry.ReadAll(Capture.List("s7-300-lists", 0x00A0, 0));
        Assert.That(entries, Has.Count.EqualTo(10));
        Assert.That(
            entries.Take(4).Select(static entry => entry.Words),
            Is.EqualTo([
                "From start-up to RUN (event 4302)",
                "Warm restart asked for by hand (event 1381)",
                "From STOP to start-up (event 4301)",
                "STOP by a programming device or the program (event 4304)",
            ])
        );
        Assert.That(entries[0].Time, Is.EqualTo(new DateTime(2016, 2, 8, 23, 8, 10, 264)));
        Assert.That(S7StopCause.Of(entries), Is.EqualTo(new S7StopCause(0x4304, new DateTime(2016, 2, 8, 23, 8, 10, 31))));
    }

    [Test]
    public void The_last_cause_of_STOP_of_an_IM151_was_its_power()
    {
        var entries = S7DiagnosticEntry.ReadAll(Capture.List("im151-lists", 0x00A0, 0));
        Assert.That(S7StopCause.Of(entries.Skip(1).Take(1).ToArray())?.Words, Is.EqualTo("STOP: power failed (event 494E)"));
        Assert.That(S7StopCause.Of(entries)?.EventId, Is.EqualTo(0x494E));
    }

    [Test]
    public void The_buffer_without_a_stop_names_no_cause() => Assert.That(S7StopCause.Of([]), Is.Null);

    [Test]
    public void Real_buffers_hold_no_event_without_words()
    {
        string[] lists = ["s7-300-lists", "im151-lists"];
        var unknown = lists
            .SelectMany(static name => S7DiagnosticEntry.ReadAll(Capture.List(name, 0x00A0, 0)))
            .Where(static entry => entry.Words.Contains("number", StringComparison.Ordinal));
        Assert.That(unknown, Is.Empty);
    }

    [TestCase(0x0019)]
    [TestCase(0x0074)]
    public void The_LEDs_of_a_315_in_RUN(int list) =>
        Assert.That(
            S7Led.ReadAll(Capture.List("s7-300-lists", (ushort)list, 0)).Select(static led => $"{led.Name} {led.Words}"),
            Is.EqualTo(["SF off", "RUN on", "STOP off", "FRCE off", "BUS1F off", "BUS2F off", "MAINT off"])
        );

    [Test]
    public void The_LED_of_a_bus_fault_flashes() =>
        Assert.That(
            S7Led
                .ReadAll(Capture.List("im151-lists", 0x0074, 0))
                .Where(static led => led.IsOn)
                .Select(static led => $"{led.Name} {led.Words}"),
            Is.EqualTo(["SF on", "RUN on", "BUS1F flashes"])
        );

    [Test]
    public void The_checksums_differ_from_program_to_program_but_not_with_the_rest_of_the_list()
    {
        Assert.That(Checksum("s7-300-lists"), Is.EqualTo(new S7ProgramChecksum(0xA400931B, 0x4A1F4401)));
        Assert.That(Checksum("s7-400-wincc"), Is.EqualTo(new S7ProgramChecksum(0xDA01BD49, 0x6AFCF976)));
        Assert.That(Checksum("im151-lists"), Is.EqualTo(new S7ProgramChecksum(0xBC04A3D5, 0x8401D6B2)));
        static S7ProgramChecksum? Checksum(string name) => S7ProgramChecksum.Read(Capture.List(name, 0x0132, 4));
    }

    [Test]
    public void A_CPU_without_checksums_has_none() =>
        Assert.That(S7ProgramChecksum.Read(S7SystemList.Parse(Bytes.Of($"01 32 00 04 00 28 00 01 00 04 {new string('0', 76)}"))), Is.Null);

    [Test]
    public void Faulty_stations_are_bits_behind_the_bit_for_any_of_them()
    {
        var stations = new List<S7Station>();
        S7Station.ReadAll(Stations(0x0694, 1, $"00 00 09 80 {new string('0', 508)}"), stations);
        S7Station.ReadAll(Stations(0x0694, 100, $"00 00 01 00 {new string('0', 506)} 80"), stations);
        S7Station.ReadAll(Stations(0x0692, 2, "02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 80"), stations);
        Assert.That(
            stations.Select(static station => station.Words),
            Is.EqualTo([
                "station 3 of DP master system 1",
                "station 15 of DP master system 1",
                "device 2047 of PROFINET system 100",
                "station 2 of DP master system 2",
                "station 128 of DP master system 2",
            ])
        );
    }

    [Test]
    public void Empty_and_short_lists_name_no_station()
    {
        var stations = new List<S7Station>();
        S7Station.ReadAll(Stations(0x0694, 0, ""), stations);
        S7Station.ReadAll(Stations(0x0694, 0, "FF"), stations);
        Assert.That(stations, Is.Empty);
    }

    [Test]
    public void A_record_that_is_too_short_for_an_entry_is_an_error_of_the_protocol() =>
        Assert.Throws<S7ProtocolException>(() =>
            S7DiagnosticEntry.ReadAll(S7SystemList.Parse(Bytes.Of("00 A0 00 00 00 04 00 01 43 04 00 00")))
        );

    [TestCase(0x39C4, "A DP station has failed (event 39C4)")]
    [TestCase(0x38C4, "A DP station is back (event 38C4)")]
    [TestCase(0x3854, "A PROFINET submodule is back (event 3854)")]
    [TestCase(0x4532, "CPU defective, or stopped by its operating system (event 4532)")]
    [TestCase(0x8952, "Module: short circuit (event 8952)")]
    [TestCase(0x8852, "Module: short circuit: gone (event 8852)")]
    [TestCase(0x5979, "The LED of a bus fault is on (event 5979)")]
    [TestCase(0x5879, "The LED of a bus fault is off (event 5879)")]
    [TestCase(0xA123, "Event of the program, number 23, coming (event A123)")]
    [TestCase(0x0000, "Event of class 0, number 00, going (event 0000)")]
    public void An_event_is_a_sentence(int id, string words) => Assert.That(S7EventWords.Of((ushort)id), Is.EqualTo(words));

    [Test]
    public void Every_event_of_the_table_has_words_that_begin_with_a_capital()
    {
        Assert.That(EventTable.Words, Has.Count.GreaterThan(250));
        foreach (var (id, meaning) in EventTable.Words)
        {
            var words = meaning.Coming ?? meaning.Going;
            Assert.That(words, Is.Not.Null.And.Not.Empty, $"{id:X4}");
            Assert.That(char.IsAsciiLetterUpper(words![0]) && !words.EndsWith('.'), $"{id:X4} {words}");
        }
    }

    private static S7SystemList Stations(int id, int index, string record)
    {
        var bytes = Bytes.Of(record);
        return S7SystemList.Parse([
            (byte)(id >> 8),
            (byte)id,
            (byte)(index >> 8),
            (byte)index,
            (byte)(bytes.Length >> 8),
            (byte)bytes.Length,
            0,
            (byte)(bytes.Length > 0 ? 1 : 0),
            .. bytes,
        ]);
    }
}
