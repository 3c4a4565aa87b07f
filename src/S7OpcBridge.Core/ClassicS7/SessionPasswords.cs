using S7OpcBridge.Core.Context;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.ClassicS7;

/// <summary>Sends the session password of the map to a PLC (S7-300, S7-400, WinAC).</summary>
internal static class SessionPasswords
{
    public static async ValueTask SendAsync(
        PlcContext context,
        S7Connection connection,
        string password,
        CancellationToken cancellationToken
    )
    {
        try
        {
            await connection.Userdata.SetPasswordAsync(password, cancellationToken).ConfigureAwait(false);
        }
        catch (S7RefusedException e)
        {
            // Many PLCs allow reads without the password. What they refuse is reported tag by tag.
            var sentence = $"{context.Plc.Name}: the PLC does not accept the session password. {e.Message}";
            context.StatusStore.Error(sentence);
            PlcLog.PasswordRefused(context.Log, sentence);
        }
    }
}
