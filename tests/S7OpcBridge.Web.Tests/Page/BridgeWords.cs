using System.Text.RegularExpressions;
using S7OpcBridge.Alarms;
using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;
using S7OpcBridge.Web.Plcs;

namespace S7OpcBridge.Web.Tests;

/// <summary>The words that the bridge says to pages and of which there are few, found by having it say all of them.</summary>
internal static partial class BridgeWords
{
    /// <summary>Each once, as a page looks them up.</summary>
    public static IEnumerable<string> All() =>
        StatesOfPlcs()
            .Concat([PlcCard.Simulation, PlcCard.BySymbol])
            .Concat(Qualities())
            .Concat(StatesOfAlarms())
            .Concat(UserRoles.Given)
            .Distinct();

    private static IEnumerable<string> StatesOfPlcs() =>
        from state in Enum.GetValues<PlcState>()
        from cpu in (string[])["", "RUN", "STOP"]
        from bad in (string[][])
            [
                [],
                ["Line1/Speed: gone."],
            ]
        from error in (string[])["", "No answer."]
        from refuses in (bool[])[false, true]
        select PlcCard.StateOf(
            new PlcStatus
            {
                State = state,
                CpuState = cpu,
                BadTags = [.. bad],
                LastError = error,
                RefusesAll = refuses,
            }
        );

    // Those of tags, and that of a gap in the history; and the level alone, for codes that others bring.
    private static IEnumerable<string> Qualities() =>
        Enum.GetValues<TagQuality>()
            .Select(StatusMapping.ToStatusCode)
            .Append(StatusCodes.BadDataLost)
            .Select(static status => Level().Match(StatusCodes.NameOf(status)))
            .SelectMany(static code =>
                (string[])
                    [
                        code.Groups[1].Value,
                        code.Groups[2].Length == 0
                            ? code.Groups[1].Value
                            : $"{code.Groups[1].Value}: {Capital().Replace(code.Groups[2].Value, " $1").Trim().ToLowerInvariant()}",
                    ]
            );

    private static IEnumerable<string> StatesOfAlarms() =>
        (
            from states in Enum.GetValues<ConditionStates>()
            from isEnabled in (bool[])[true, false]
            from isAcked in (bool[])[true, false]
            from isConfirmed in (bool[])[true, false]
            from shelving in Enum.GetValues<ShelvingMode>()
            select AlarmRows.StateOf(
                new ConditionRecord
                {
                    States = states,
                    IsEnabled = isEnabled,
                    IsAcked = isAcked,
                    IsConfirmed = isConfirmed,
                    Shelving = shelving,
                }
            )
        )
            .SelectMany(static state => state.Split(", "))
            .Append(AlarmRow.Gap);

    [GeneratedRegex("^(Good|Uncertain|Bad)(.*)$")]
    private static partial Regex Level();

    [GeneratedRegex("([A-Z])")]
    private static partial Regex Capital();
}
