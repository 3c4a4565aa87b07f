using System.Text.Json;
using S7OpcBridge.Commands;
using S7OpcBridge.Core;
using S7OpcBridge.Doctor;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// The doctor at a PLC that nobody here wrote: Snap7, which has DB1 with 512 bytes, 64 bytes of markers, and answers 20 items of a job at most.
/// </summary>
[TestFixture, CancelAfter(180_000), Parallelizable]
public sealed class DoctorAtSnap7Tests
{
    private string _folder = null!;
    private ChildProgram _plc = null!;
    private int _port;

    [OneTimeSetUp]
    public async Task StartThePlc()
    {
        await Interop.RequireAsync("node-snap7");
        _folder = Directory.CreateTempSubdirectory("s7opcbridge-doctor-").FullName;
        _port = FreePort.Next();
        _plc = Interop.Start("snap7-server.js", $"{_port}");
        await _plc.LineAsync(line => line == $"ready {_port}", CancellationToken.None);
    }

    [OneTimeTearDown]
    public async Task StopThePlc()
    {
        if (_plc is not null)
            await _plc.DisposeAsync();
        if (_folder is not null)
            Directory.Delete(_folder, recursive: true);
    }

    [Test]
    public async Task Sixty_tags_are_all_read_though_Snap7_cuts_the_job_at_twenty_items(CancellationToken cancellationToken)
    {
        var report = await ExamineAsync(
            string.Join(", ", Enumerable.Range(0, 60).Select(i => $"{{ name: W{i}, address: DB1.DBW{100 + 6 * i}, type: Word }}")),
            cancellationToken
        );
        Assert.That((report.Ok, report.Tags, report.TagsRead), Is.EqualTo((true, 60, 60)));
        Assert.That(report.Cpu!.OrderNumber, Is.EqualTo("6ES7 315-2EH14-0AB0"));
        Assert.That(report.Findings.Select(finding => finding.Cause), Is.EqualTo(new[] { "otherFamily" }), "the map says winac");
    }

    [TestCase("DB99.DBW0", "blocks", "blockMissing", "DB99 does not exist in the CPU.")]
    [TestCase("DB1.DBW600", "blocks", "blockTooShort", "DB1 is too short: it has 512 bytes, the map reads up to byte 601.")]
    [TestCase("MW80", "tags", "areaTooShort", "markers end before it")]
    public async Task What_is_wrong_is_named(
        string address,
        string stage,
        string cause,
        string sentence,
        CancellationToken cancellationToken
    )
    {
        var report = await ExamineAsync(
            $"{{ name: Good, address: DB1.DBW0, type: Word }}, {{ name: Wrong, address: {address}, type: Word }}",
            cancellationToken
        );
        var finding = report.Findings.Single(each => each.Severity == "error");
        Assert.That((finding.Stage, finding.Cause), Is.EqualTo((stage, cause)));
        Assert.That(finding.Sentence, Does.Contain(sentence));
        Assert.That(finding.Tags, Is.EqualTo(new[] { "Wrong" }));
    }

    private async Task<PlcReport> ExamineAsync(string tags, CancellationToken cancellationToken)
    {
        var map = Path.Combine(_folder, "map.yaml");
        await File.WriteAllTextAsync(
            map,
            $"server: {{ anonymous: read, security: [None] }}\nplcs:\n  - {{ name: Snap7, host: 127.0.0.1, port: {_port}, profile: winac, tags: [ {tags} ] "
                + $"}}\n",
            cancellationToken
        );
        var (output, error) = (new StringWriter(), new StringWriter());
        await CommandLine.RunAsync(["doctor", map, "--format", "json"], output, error, cancellationToken);
        Assert.That(output.ToString(), Is.Not.Empty, error.ToString());
        return JsonSerializer.Deserialize(output.ToString(), DoctorJson.Shapes.DoctorReport)!.Plcs.Single();
    }
}
