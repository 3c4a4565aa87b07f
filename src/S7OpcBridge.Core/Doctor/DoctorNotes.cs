using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Doctor;

/// <summary>Collects the results while one PLC is examined.</summary>
/// <typeparam name="TStage">The stages of its protocol, numbered from 0 in their order.</typeparam>
internal sealed class DoctorNotes<TStage>(PlcDefinition plc, string profile, int tags, string connection)
    where TStage : struct, Enum
{
    private readonly string[] _details = new string[Enum.GetValues<TStage>().Length];
    private readonly List<DoctorFinding> _findings = [];
    private int _failed = int.MaxValue;
    private int _current;

    /// <summary>Is given the results so far after each one; null: nobody follows.</summary>
    public Action<PlcReport>? Told { get; init; }

    /// <summary>The protocol as the map names it.</summary>
    public string Protocol { get; init; } = "s7";

    public int PduSize { get; set; }

    public int MaxJobs { get; set; }

    public CpuReport? Cpu { get; set; }

    /// <summary>Thumbprint of the certificate that the CPU has shown.</summary>
    public string Certificate { get; set; } = "";

    public int TagsRead { get; set; }

    /// <summary>What the CPU says of its state.</summary>
    public IReadOnlyList<string> Diagnosis { get; set; } = [];

    /// <summary>The stage after the last one passed.</summary>
    public TStage Current => Enum.GetValues<TStage>()[Math.Min(_current, _details.Length - 1)];

    public bool HasFailed => _failed < _details.Length;

    public void Passed(TStage stage, string detail)
    {
        var index = IndexOf(stage);
        _details[index] = detail;
        _current = index + 1;
        Told?.Invoke(ToReport());
    }

    /// <summary>Notes a finding; an error ends the examination with its stage.</summary>
    public void Note(TStage stage, DoctorFinding finding)
    {
        if (finding.Severity == "error")
            _failed = Math.Min(_failed, IndexOf(stage));
        _findings.Add(finding with { Stage = DoctorWords.WordFor(stage) });
        Told?.Invoke(ToReport());
    }

    public PlcReport ToReport() =>
        new()
        {
            Name = plc.Name,
            Host = plc.Connection.Host,
            Port = plc.Connection.Port,
            Profile = profile,
            Protocol = Protocol,
            Simulated = plc.Simulated,
            Connection = connection,
            Ok = !HasFailed,
            PduSize = PduSize,
            MaxJobs = MaxJobs,
            Cpu = Cpu,
            Certificate = Certificate,
            Tags = tags,
            TagsRead = TagsRead,
            Diagnosis = Diagnosis,
            Stages = [.. Enum.GetValues<TStage>().Select(ReportOf)],
            Findings = [.. _findings],
        };

    private StageReport ReportOf(TStage stage)
    {
        var index = IndexOf(stage);
        var result =
            index == _failed ? "failed"
            : _details[index] is null ? "skipped"
            : "ok";
        return new StageReport(DoctorWords.WordFor(stage), result, _details[index] ?? "");
    }

    private static int IndexOf(TStage stage) => Array.IndexOf(Enum.GetValues<TStage>(), stage);
}

/// <summary>Converts stages, causes and diagnoses of both protocols for the report.</summary>
internal static class DoctorWords
{
    /// <summary>The name of a stage or cause in the report.</summary>
    public static string WordFor<T>(T value)
        where T : struct, Enum => System.Text.Json.JsonNamingPolicy.CamelCase.ConvertName(value.ToString());

    /// <summary>Notes a diagnosis of classic S7 with the affected tags.</summary>
    public static void Note(this DoctorNotes<S7Stage> notes, S7Diagnosis diagnosis, IEnumerable<string> hit, bool isWarning = false) =>
        notes.Note(
            diagnosis.Stage,
            Finding(
                WordFor(diagnosis.Cause),
                isWarning || diagnosis.IsWarning,
                diagnosis.Sentence,
                diagnosis.Remedy.Fix,
                diagnosis.Remedy.Cost,
                hit
            )
        );

    /// <summary>Notes a diagnosis of S7CommPlus with the affected tags.</summary>
    public static void Note(this DoctorNotes<S7PlusExaminationStage> notes, S7PlusDiagnosis diagnosis, IEnumerable<string> hit) =>
        notes.Note(
            diagnosis.Stage,
            Finding(WordFor(diagnosis.Cause), diagnosis.IsWarning, diagnosis.Sentence, diagnosis.Fix, diagnosis.Cost, hit)
        );

    private static DoctorFinding Finding(string cause, bool isWarning, string sentence, string fix, string cost, IEnumerable<string> hit) =>
        new("", cause, isWarning ? "warning" : "error", sentence, fix, cost, [.. hit]);
}
