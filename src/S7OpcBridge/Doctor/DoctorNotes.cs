using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge;

/// <summary>Collects the stages and findings while one PLC is examined.</summary>
internal sealed class DoctorNotes(PlcDefinition plc, string profile, int tags, string connection)
{
    private readonly string[] _details = new string[Enum.GetValues<S7Stage>().Length];
    private readonly List<DoctorFinding> _findings = [];
    private S7Stage? _failed;

    public int PduSize { get; set; }

    public int MaxJobs { get; set; }

    public CpuReport? Cpu { get; set; }

    public int TagsRead { get; set; }

    /// <summary>The stage after the passed ones.</summary>
    public S7Stage Current { get; private set; }

    public bool HasFailed => _failed is not null;

    public void Passed(S7Stage stage, string detail)
    {
        _details[(int)stage] = detail;
        Current = stage + 1;
    }

    /// <summary>Adds a finding; an error ends the examination at its stage.</summary>
    public void Note(S7Diagnosis diagnosis, IEnumerable<string> hit, bool isWarning = false)
    {
        isWarning |= diagnosis.IsWarning;
        if (!isWarning)
            _failed = _failed is { } earlier && earlier < diagnosis.Stage ? earlier : diagnosis.Stage;
        _findings.Add(new DoctorFinding(Word(diagnosis.Stage), Word(diagnosis.Cause), isWarning ? "warning" : "error", diagnosis.Sentence, diagnosis.Remedy.Fix, diagnosis.Remedy.Cost, [.. hit]));
    }

    public PlcReport ToReport() => new()
    {
        Name = plc.Name,
        Host = plc.Connection.Host,
        Port = plc.Connection.Port,
        Profile = profile,
        Simulated = plc.Simulated,
        Connection = connection,
        Ok = _failed is null,
        PduSize = PduSize,
        MaxJobs = MaxJobs,
        Cpu = Cpu,
        Tags = tags,
        TagsRead = TagsRead,
        Stages = [.. Enum.GetValues<S7Stage>().Select(ReportOf)],
        Findings = _findings,
    };

    private StageReport ReportOf(S7Stage stage)
    {
        var result = stage == _failed ? "failed" : _details[(int)stage] is null ? "skipped" : "ok";
        return new StageReport(Word(stage), result, _details[(int)stage] ?? "");
    }

    private static string Word<T>(T value) where T : struct, Enum => System.Text.Json.JsonNamingPolicy.CamelCase.ConvertName(value.ToString());
}
