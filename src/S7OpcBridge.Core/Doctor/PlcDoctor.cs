using System.Globalization;
using S7OpcBridge.Core.Doctor;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>Examines one PLC stage by stage and stops at the first failure.</summary>
public sealed class PlcDoctor
{
    private readonly PlcDefinition _plc;
    private readonly S7Profile _profile;
    private readonly Tag[] _tags;
    private readonly TimeProvider _time;

    internal PlcDoctor(PlcDefinition plc, string profile, TagMap map, TimeProvider time)
        : this(plc, S7Profile.TryFind(profile, out var found, out _) ? found : S7Profiles.Generic, [.. map.TagsOf(plc.Index)], time) { }

    internal PlcDoctor(PlcDefinition plc, S7Profile profile, Tag[] tags, TimeProvider time)
    {
        (_plc, _profile, _tags, _time) = (plc, profile, tags, time);
        Family = profile;
    }

    /// <summary>Is given the results so far after each one; null: nobody follows.</summary>
    public Action<PlcReport>? Told { get; init; }

    /// <summary>What is read to see whether the CPU allows it, besides the tags.</summary>
    internal IReadOnlyList<S7Range> Samples { get; init; } = [];

    /// <summary>The family that the CPU has reported, otherwise that of the map.</summary>
    internal S7Profile Family { get; private set; }

    /// <summary>The TSAP that a probe has found; null: none.</summary>
    internal ushort? FoundTsap { get; private set; }

    /// <summary>Examines it over a connection of its own.</summary>
    /// <param name="probe">Search for the right TSAP where the PLC rejects the configured one.</param>
    /// <param name="cancellationToken">Ends the examination.</param>
    public async Task<PlcReport> RunAsync(bool probe, CancellationToken cancellationToken)
    {
        var notes = NewNotes(_plc.Enabled ? "own" : "none");
        if (!_plc.Enabled || await ConnectAsync(notes, probe, cancellationToken) is not { } connection)
            return notes.ToReport();
        await using (connection)
            await ExamineAsync(connection, turn: null, _plc.Password, notes, cancellationToken);
        return notes.ToReport();
    }

    /// <summary>Examines it over the bridge's connection.</summary>
    /// <param name="turn">As for <see cref="Acquisition.TakeTurnAsync"/>: the load ceiling of the map is kept.</param>
    /// <param name="cancellationToken">Ends the examination.</param>
    public async Task<PlcReport> RunAsync(
        S7Connection connection,
        Func<CancellationToken, ValueTask<IDisposable?>> turn,
        CancellationToken cancellationToken
    )
    {
        var notes = NewNotes("bridge");
        NoteConnection(connection, _plc.Connection, notes);
        await ExamineAsync(connection, turn, password: null, notes, cancellationToken);
        return notes.ToReport();
    }

    private DoctorNotes<S7Stage> NewNotes(string connection) => new(_plc, _profile.Name, _tags.Length, connection) { Told = Told };

    private async Task<S7Connection?> ConnectAsync(DoctorNotes<S7Stage> notes, bool probe, CancellationToken cancellationToken)
    {
        var failures = new List<(S7Diagnosis Diagnosis, S7ConnectionOptions Options)>();
        foreach (var host in (string?[])[_plc.Connection.Host, _plc.Connection.Second])
        {
            if (host is null)
                continue;
            var options = _plc.Connection with { Host = host, Second = null };
            try
            {
                var connection = await S7Connection.ConnectAsync(options, _time, cancellationToken);
                NoteConnection(connection, options, notes);
                // One reachable address of a redundant PLC is enough to continue; the other failure becomes a warning.
                failures.ForEach(failure => notes.Note(failure.Diagnosis, [], isWarning: true));
                return connection;
            }
            catch (S7Exception e)
            {
                var diagnosis = S7Diagnosis.ForFailure(e, options, _profile);
                if (probe && S7TsapProbe.Helps(diagnosis))
                {
                    (diagnosis, var found) = await S7TsapProbe.RunAsync(options, _profile, _time, cancellationToken);
                    FoundTsap ??= found;
                }
                failures.Add((diagnosis, options));
            }
        }
        foreach (var (diagnosis, options) in failures)
        {
            if (diagnosis.Stage > S7Stage.Tcp)
                notes.Passed(S7Stage.Tcp, $"{options.Host}:{options.Port} accepts the connection");
            if (diagnosis.Stage > S7Stage.Cotp)
                notes.Passed(S7Stage.Cotp, $"TSAP {S7Examination.Describe(options.RemoteTsap, _profile)}");
            notes.Note(diagnosis, []);
        }
        return null;
    }

    private void NoteConnection(S7Connection connection, S7ConnectionOptions options, DoctorNotes<S7Stage> notes)
    {
        notes.Passed(S7Stage.Tcp, $"{connection.RemoteEndPoint} accepts the connection");
        notes.Passed(S7Stage.Cotp, $"TSAP {S7Examination.Describe(options.RemoteTsap, _profile)}");
        notes.Passed(
            S7Stage.Setup,
            string.Create(
                CultureInfo.InvariantCulture,
                $"PDU {connection.PduSize} bytes, {connection.MaxJobs} " + $"{(connection.MaxJobs == 1 ? "job" : "jobs")} in flight"
            )
        );
        (notes.PduSize, notes.MaxJobs) = (connection.PduSize, connection.MaxJobs);
    }

    private async Task ExamineAsync(
        S7Connection connection,
        Func<CancellationToken, ValueTask<IDisposable?>>? turn,
        string? password,
        DoctorNotes<S7Stage> notes,
        CancellationToken cancellationToken
    )
    {
        var examination = new S7Examination(connection, _profile, _plc.MaxItems, turn);
        try
        {
            if (!await IdentifyAsync(examination, password, notes, cancellationToken))
                return;
            var checks = new TagChecks(_plc, _tags, examination, notes);
            if (await checks.CheckBlocksAsync(cancellationToken))
                await checks.CheckTagsAsync(cancellationToken);
            if (Family.SystemLists == S7SystemListPolicy.Full)
                notes.Diagnosis = await new CpuDiagnosis(connection, turn).ReadAsync(cancellationToken);
            if (
                turn is null
                && _plc.Alarms is { } alarms
                && await AlarmChecks.AskAsync(connection, alarms, cancellationToken) is { } silent
            )
                notes.Note(S7Stage.Identity, silent);
        }
        catch (Exception e) when (e is S7LinkException or S7ProtocolException)
        {
            notes.Note(S7Diagnosis.ForLoss((S7Exception)e, notes.Current), []);
        }
    }

    private async Task<bool> IdentifyAsync(
        S7Examination examination,
        string? password,
        DoctorNotes<S7Stage> notes,
        CancellationToken cancellationToken
    )
    {
        if (password is not null && await examination.UnlockAsync(password, cancellationToken) is { } refused)
            notes.Note(refused, []);
        var facts = await examination.AskAsync(cancellationToken);
        (notes.Cpu, Family) = (CpuText.ReportOf(facts), examination.Family);
        foreach (var diagnosis in examination.Judge())
            notes.Note(diagnosis, []);
        if (
            !notes.HasFailed
            && await examination.TryAccessAsync([.. _tags.Select(tag => tag.Address.RangeOf(tag.Type)), .. Samples], cancellationToken)
                is { } denied
        )
            notes.Note(denied, []);
        if (!notes.HasFailed)
            notes.Passed(
                S7Stage.Identity,
                notes.Cpu is { } cpu ? CpuText.Describe(cpu)
                    : _profile.SystemLists == S7SystemListPolicy.Never
                        ? $"reads are allowed; profile {_profile.Name} is not asked for its identity"
                    : "reads are allowed; the CPU does not tell who it is"
            );
        return !notes.HasFailed;
    }
}
