using System.Diagnostics;

namespace S7OpcBridge.Simulator.Tests.Playback;

/// <summary>Files that others send are read with care.</summary>
[CancelAfter(60_000)]
internal sealed class WireLogFileTests
{
    private const string Good = "Line 1 2026-11-28T02:16:12.220Z >     2 0102";

    [TestCase("nonsense", "it is no line of a wire log")]
    [TestCase("Line 1 2026-11-28T02:16:12.220Z >     3 0102", "it has 2 bytes and says 3")]
    [TestCase("Line 1 2026-11-28T02:16:12.220Z >     2 010", "it is no line of a wire log")]
    [TestCase("Line 1 2026-13-41T02:16:12.220Z >     2 0102", "its time is none")]
    [TestCase("Line 1 2026-11-28T02:16:12.220Z ?     2 0102", "it is no line of a wire log")]
    [TestCase("Line 1 2026-11-28T02:16:12.220Z > 9999999 0102", "it is no line of a wire log")]
    public async Task A_bad_line_is_named_by_its_number_and_left_out(string line, string says, CancellationToken cancel)
    {
        using var recorded = new Recorded();
        recorded.Add(Good);
        recorded.Add("# 3 lines were lost here: the disk was too slow.");
        recorded.Add("");
        recorded.Add(line);
        var read = await recorded.ReadAsync(cancel);
        Assert.That(read, Has.Count.EqualTo(1));
        Assert.That((read[0].Name, read[0].IsPlus, read[0].Lines.Count), Is.EqualTo(("Line 1", false, 1)));
        Assert.That(recorded.Told, Has.Count.EqualTo(1));
        Assert.That(recorded.Told[0], Does.Contain(", line 4: " + says).And.EndsWith("; it is left out."));
    }

    [Test]
    public async Task Of_many_bad_lines_some_are_named_and_the_rest_is_counted(CancellationToken cancel)
    {
        using var recorded = new Recorded();
        recorded.Add(Good);
        recorded.Add(string.Join('\n', Enumerable.Repeat("x", 500)));
        recorded.Add(new string('y', 200_000));
        await recorded.ReadAsync(cancel);
        Assert.That(recorded.Told, Has.Count.EqualTo(21));
        Assert.That(recorded.Told[^1], Does.EndWith(": 481 more lines are left out."));
    }

    [Test]
    public async Task Endless_names_and_blanks_take_no_time(CancellationToken cancel)
    {
        using var recorded = new Recorded();
        recorded.Add(Good);
        var hostile = string.Concat(Enumerable.Repeat("2026-11-28T02:16:12.220Z > ", 5000));
        for (var i = 0; i < 20; i++)
            recorded.Add(hostile);
        var watch = Stopwatch.StartNew();
        await recorded.ReadAsync(cancel);
        Assert.That(watch.Elapsed, Is.LessThan(TimeSpan.FromSeconds(20)));
        Assert.That(recorded.Told, Has.Count.EqualTo(20));
    }

    [Test]
    public async Task A_file_without_a_request_and_one_that_is_not_there_are_refused(CancellationToken cancel)
    {
        using var recorded = new Recorded();
        await Assert.ThatAsync(
            () => recorded.ReadAsync(cancel),
            Throws.InstanceOf<SoftPlcException>().With.Message.Contains("cannot be read")
        );
        recorded.Add("Line 1 2026-11-28T02:16:12.220Z <     2 0102");
        recorded.Add("Line 1 2026-11-28T02:16:12.220Z >    80 withheld: password");
        await Assert.ThatAsync(
            () => recorded.ReadAsync(cancel),
            Throws.InstanceOf<SoftPlcException>().With.Message.Contains("is no wire log")
        );
    }

    [Test]
    public async Task Broken_bytes_in_good_lines_are_named_by_their_line(CancellationToken cancel)
    {
        using var recorded = new Recorded();
        recorded.Add("Line 1 2026-11-28T02:16:12.220Z >     2 3201");
        recorded.Add("Line 1 2026-11-28T02:16:12.220Z >     2 ffff");
        await using (await recorded.PlayAsync(cancel)) { }
        Assert.That(recorded.Told, Has.Count.EqualTo(2));
        Assert.That(recorded.Told[0], Does.StartWith("line 1: Broken S7 PDU"));
        Assert.That(recorded.Told[1], Does.StartWith("line 2: "));
    }
}
