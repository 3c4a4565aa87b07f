using S7OpcBridge.Core;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Web.Plcs;

/// <summary>A problem of a PLC with its remedy, in the words of <c>doctor</c>.</summary>
/// <param name="IsNow">True: present; false: the last one, which is over.</param>
/// <param name="Sentence">The cause.</param>
/// <param name="Fix">The remedy; empty: the sentence contains it.</param>
/// <param name="Cost">Consequence of the remedy for the plant; empty: none.</param>
internal sealed record PlcProblem(bool IsNow, string Sentence, string Fix, string Cost)
{
    /// <summary>The problem of a PLC; null: there was none.</summary>
    public static PlcProblem? From(PlcDefinition plc, string profile, PlcStatus status)
    {
        var family = S7Profile.TryFind(profile, out var known, out _) ? known : S7Profiles.Generic;
        return status switch
        {
            { Connected: false, ConnectFailure: S7Exception failure } => From(S7Diagnosis.ForFailure(failure, plc.Connection, family)),
            { Connected: false, ConnectFailure: S7PlusException failure } when plc.S7Plus is { } settings => From(
                S7PlusDiagnosis.ForFailure(failure, hasPassword: settings.Password is not null)
            ),
            { RefusesAll: true } => From(S7Diagnosis.ForRefusal(status.RefusalCode, family)),
            { LastError: "" } => null,
            // Already listed among the tags that cannot be read.
            { Connected: true } when status.BadTags.Contains(status.LastError) => null,
            _ => new PlcProblem(!status.Connected, status.LastError, "", ""),
        };
    }

    private static PlcProblem From(S7PlusDiagnosis found) => new(true, found.Sentence, found.Fix, found.Cost);

    private static PlcProblem From(S7Diagnosis found) => new(true, found.Sentence, found.Remedy.Fix, found.Remedy.Cost);
}
