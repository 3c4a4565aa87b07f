using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Core.Doctor;

/// <summary>Whether a CPU sends its alarms, where the map wants them. Over a connection of the doctor's own only.</summary>
internal static class AlarmChecks
{
    private const string Cause = "alarmsRefused";

    /// <summary>Asks a CPU by classic S7; null: it sends them.</summary>
    public static async Task<DoctorFinding?> AskAsync(
        S7Connection connection,
        CpuAlarmSettings settings,
        CancellationToken cancellationToken
    )
    {
        try
        {
            var wanted = settings.KindsOf(await connection.Messages.ReadKindsAsync(cancellationToken)) & CpuAlarmSettings.AlarmKinds;
            if (wanted == 0)
                return Finding("the CPU has alarms of the kind ALARM_S only", "add 'experimental: true' to 'alarms' of the PLC");
            await (await connection.Messages.SubscribeAsync(wanted, "S7doctor", cancellationToken)).EndAsync(cancellationToken);
            return null;
        }
        catch (S7RefusedException e)
        {
            return Finding(
                $"the CPU sends no alarms: {e.Message}",
                "remove 'alarms', or see what the message says; the tags are read all the same"
            );
        }
    }

    /// <summary>Asks a CPU by S7CommPlus; null: it sends them.</summary>
    public static async Task<DoctorFinding?> AskAsync(S7PlusConnection connection, CancellationToken cancellationToken)
    {
        try
        {
            var subscription = await connection.SubscribeAlarmsAsync(new S7PlusAlarmOptions(), cancellationToken);
            await subscription.DeleteAsync(cancellationToken);
            return null;
        }
        catch (S7PlusRefusedException e)
        {
            return Finding(
                $"the CPU sends no alarms: {e.Message}",
                "remove 'alarms', or give the bridge a user that may see them; the tags are read all the same"
            );
        }
    }

    private static DoctorFinding Finding(string sentence, string fix) => new("", Cause, "warning", sentence, fix, "", []);
}
