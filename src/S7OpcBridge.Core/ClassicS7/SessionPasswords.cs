using S7OpcBridge.Core.Context;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>Gives a PLC the session password that the map names (S7-300, 400, WinAC).</summary>
internal static class SessionPasswords
{
    public static async ValueTask SendAsync(PlcContext context, S7Connection connection, string password, CancellationToken cancellationToken)
    {
        try
        {
            await connection.Userdata.SetPasswordAsync(password, cancellationToken).ConfigureAwait(false);
        }
        catch (S7RefusedException e)
        {
            // Without the password many PLCs still let us read: what they refuse is told tag by tag.
            var sentence = $"{context.Plc.Name}: the PLC does not take the session password. {e.Message}";
            context.StatusStore.Error(sentence);
            PlcLog.PasswordRefused(context.Log, sentence);
        }
    }
}
