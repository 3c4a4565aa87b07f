using System.Globalization;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Doctor;

/// <summary>Examines one PLC over S7CommPlus stage by stage and stops at the first failure.</summary>
internal sealed class PlusDoctor(
    PlcDefinition plc,
    string profile,
    IReadOnlyList<ExaminedSymbol> tags,
    S7PlusConnectionOptions options,
    TimeProvider time
)
{
    /// <summary>Is given the results so far after each one; null: nobody follows.</summary>
    public Action<PlcReport>? Told { get; init; }

    /// <summary>Examines it over a connection of its own.</summary>
    public async Task<PlcReport> RunAsync(CancellationToken cancellationToken)
    {
        var notes = NewNotes(plc.Enabled ? "own" : "none");
        if (!plc.Enabled || await ConnectAsync(notes, cancellationToken) is not { } connection)
            return notes.ToReport();
        await using (connection)
            await ExamineAsync(connection, notes, cancellationToken);
        return notes.ToReport();
    }

    private DoctorNotes<S7PlusExaminationStage> NewNotes(string connection) =>
        new(plc, profile, tags.Count, connection) { Protocol = "s7plus", Told = Told };

    private async Task<S7PlusConnection?> ConnectAsync(DoctorNotes<S7PlusExaminationStage> notes, CancellationToken cancellationToken)
    {
        try
        {
            return await S7PlusConnection.ConnectAsync(options, time, cancellationToken);
        }
        catch (S7PlusException failure)
        {
            var diagnosis = S7PlusDiagnosis.ForFailure(failure, options.Password is not null);
            NotePassed(notes, diagnosis.Stage, options.Host + ":" + options.Port.ToString(CultureInfo.InvariantCulture));
            notes.Note(diagnosis, []);
            return null;
        }
    }

    private async Task ExamineAsync(
        S7PlusConnection connection,
        DoctorNotes<S7PlusExaminationStage> notes,
        CancellationToken cancellationToken
    )
    {
        NotePassed(notes, S7PlusExaminationStage.Browse, connection.RemoteEndPoint.ToString()!);
        NoteCpu(connection, notes);
        try
        {
            var program = await S7PlusProgram.BrowseAsync(connection, cancellationToken);
            var blocks = program.Blocks.Count(block => block.Number is not null);
            notes.Passed(
                S7PlusExaminationStage.Browse,
                string.Create(CultureInfo.InvariantCulture, $"{blocks} data {(blocks == 1 ? "block" : "blocks")}")
            );
            if (plc.Alarms is not null && await AlarmChecks.AskAsync(connection, cancellationToken) is { } silent)
                notes.Note(S7PlusExaminationStage.Browse, silent);
            await new SymbolChecks(tags, connection, program, notes).RunAsync(cancellationToken);
        }
        catch (S7PlusException failure)
        {
            notes.Note(S7PlusDiagnosis.ForLoss(failure, notes.Current), []);
        }
    }

    // All stages before a failed one have passed.
    private static void NotePassed(DoctorNotes<S7PlusExaminationStage> notes, S7PlusExaminationStage before, string peer)
    {
        foreach (var stage in Enum.GetValues<S7PlusExaminationStage>().TakeWhile(each => each < before))
        {
            notes.Passed(
                stage,
                stage switch
                {
                    S7PlusExaminationStage.Tcp => $"{peer} accepts the connection",
                    S7PlusExaminationStage.Cotp => "HMI access (SIMATIC-ROOT-HMI)",
                    S7PlusExaminationStage.InitSsl => "the CPU switches to TLS",
                    S7PlusExaminationStage.Tls => "TLS 1.3",
                    S7PlusExaminationStage.Certificate => "trusted",
                    S7PlusExaminationStage.Session => "session opened",
                    S7PlusExaminationStage.Legitimation => "reads are allowed",
                    _ => "",
                }
            );
        }
    }

    private static void NoteCpu(S7PlusConnection connection, DoctorNotes<S7PlusExaminationStage> notes)
    {
        var certificate = connection.Certificate;
        notes.Certificate = certificate.Thumbprint;
        notes.Passed(
            S7PlusExaminationStage.Certificate,
            string.Create(
                CultureInfo.InvariantCulture,
                $"{certificate.Thumbprint} (SHA-1, as TIA Portal shows it: {certificate.Sha1}), {certificate.Subject}, valid "
                    + $"until {certificate.NotAfter:yyyy-MM-dd}"
            )
        );
        // 1;6ES7 512-1DM03-0AB0;V4.1
        var parts = connection.Cpu.Split(';');
        if (parts.Length >= 3)
            notes.Cpu = new CpuReport(parts[1].Trim(), parts[2].Trim(), "", "", "", null, null, null, null);
        var cpu = notes.Cpu is { } report ? $"CPU {CpuText.Describe(report)}, " : "";
        notes.Passed(
            S7PlusExaminationStage.Session,
            string.Create(CultureInfo.InvariantCulture, $"{cpu}{connection.Limits.ItemsPerRead} symbols per request")
        );
        notes.Passed(S7PlusExaminationStage.Legitimation, "reads are allowed");
    }
}
