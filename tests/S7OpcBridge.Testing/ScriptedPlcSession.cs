using System.Net.Sockets;

namespace S7OpcBridge.Testing;

/// <summary>The client did not do what the script says.</summary>
public sealed class ScriptedPlcException(string message) : Exception(message);

/// <summary>One accepted connection of a <see cref="ScriptedPlc"/>.</summary>
internal sealed class ScriptedPlcSession(Socket socket)
{
    public Socket Socket { get; } = socket;

    /// <summary>Values of <c>{names}</c> that came so far.</summary>
    public Dictionary<string, ushort> Names { get; } = [];

    /// <summary>The running step, from 1.</summary>
    public int Step { get; private set; }

    public async Task PlayAsync(ScriptedPlcScript script, CancellationToken cancellationToken)
    {
        foreach (var step in script.Steps)
        {
            Step++;
            await step(this, cancellationToken);
        }
    }

    public async Task<byte[]> ReceiveAsync(int length, CancellationToken cancellationToken)
    {
        var bytes = new byte[length];
        for (var have = 0; have < length; )
        {
            var count = await Socket.ReceiveAsync(bytes.AsMemory(have), SocketFlags.None, cancellationToken);
            if (count == 0)
                throw new ScriptedPlcException(
                    $"Step {Step}: the client closed after {have} of {length} bytes: {Convert.ToHexString(bytes.AsSpan(0, have))}"
                );
            have += count;
        }
        return bytes;
    }
}
