using System.Net.Sockets;

namespace S7OpcBridge.Testing;

/// <summary>What a scripted PLC does on one connection, step by step. Bytes are written as in <see cref="ScriptedPlcBytes"/>.</summary>
public sealed class ScriptedPlcScript
{
    private readonly List<Func<ScriptedPlcSession, CancellationToken, Task>> _steps = [];

    internal IReadOnlyList<Func<ScriptedPlcSession, CancellationToken, Task>> Steps => _steps;

    /// <summary>Receives exactly these bytes.</summary>
    public ScriptedPlcScript Expect(string bytes)
    {
        var pattern = new ScriptedPlcBytes(bytes);
        return Do(
            async (session, cancellationToken) =>
            {
                var came = await session.ReceiveAsync(pattern.Length, cancellationToken);
                if (pattern.Compare(came, session.Names) is { } wrong)
                    throw new ScriptedPlcException($"Step {session.Step}: {wrong}");
            }
        );
    }

    /// <summary>Sends these bytes in one piece.</summary>
    public ScriptedPlcScript Send(string bytes) => SendInPieces(bytes, int.MaxValue);

    /// <summary>Sends these bytes in pieces of a size: one TCP segment each, as far as the kernel plays along.</summary>
    public ScriptedPlcScript SendInPieces(string bytes, int size)
    {
        var pattern = new ScriptedPlcBytes(bytes);
        return Do(
            async (session, cancellationToken) =>
            {
                foreach (var piece in pattern.Fill(session.Names).Chunk(Math.Min(size, pattern.Length)))
                {
                    await session.Socket.SendAsync(piece, SocketFlags.None, cancellationToken);
                    await Task.Yield();
                }
            }
        );
    }

    /// <summary>COTP connect and S7 setup as a well-behaved PLC does them.</summary>
    public ScriptedPlcScript Handshake(int pduSize = 480, int jobs = 3) =>
        this.Expect(
                """
                03 00 00 16 11 E0 00 00 ?? ?? 00   # connect request
                C0 01 ??  C1 02 ?? ??  C2 02 ?? ??
                """
            )
            .Send(
                """
                03 00 00 16 11 D0 00 01 00 05 00   # connect confirm
                C0 01 0A  C1 02 01 00  C2 02 03 01
                """
            )
            .Expect(
                """
                03 00 00 19 02 F0 80
                32 01 00 00 {setup} 00 08 00 00
                F0 00 ?? ?? ?? ?? ?? ??
                """
            )
            .Send(
                $$"""
                03 00 00 1B 02 F0 80
                32 03 00 00 {setup} 00 08 00 00 00 00
                F0 00 {{Word(jobs)}} {{Word(jobs)}} {{Word(pduSize)}}
                """
            );

    /// <summary>Waits for a signal of the test.</summary>
    public ScriptedPlcScript When(Task signal) => Do((_, cancellationToken) => signal.WaitAsync(cancellationToken));

    /// <summary>Gives the test a signal.</summary>
    public ScriptedPlcScript Tell(TaskCompletionSource signal) =>
        Do(
            (_, _) =>
            {
                signal.TrySetResult();
                return Task.CompletedTask;
            }
        );

    /// <summary>Receives and says nothing until the client closes.</summary>
    public ScriptedPlcScript Silence() =>
        Do(
            async (session, cancellationToken) =>
            {
                var sink = new byte[4096];
                try
                {
                    while (await session.Socket.ReceiveAsync(sink, SocketFlags.None, cancellationToken) > 0) { }
                }
                catch (SocketException)
                {
                    // A reset ends the silence as well.
                }
            }
        );

    /// <summary>Receives a COTP disconnect and then the end of the stream: a polite client's farewell.</summary>
    public ScriptedPlcScript ExpectFarewell() => this.Expect("03 00 00 0B 06 80 ?? ?? ?? ?? 80  # disconnect request, normal").ExpectEnd();

    /// <summary>Receives the end of the stream.</summary>
    public ScriptedPlcScript ExpectEnd() =>
        Do(
            async (session, cancellationToken) =>
            {
                var more = new byte[64];
                var count = await session.Socket.ReceiveAsync(more, SocketFlags.None, cancellationToken);
                if (count > 0)
                    throw new ScriptedPlcException(
                        $"Step {session.Step}: {Convert.ToHexString(more.AsSpan(0, count))} came where the client should have closed."
                    );
            }
        );

    /// <summary>Closes with FIN; what the client sends afterwards is not read.</summary>
    public ScriptedPlcScript Close() =>
        Do(
            (session, _) =>
            {
                session.Socket.Shutdown(SocketShutdown.Both);
                session.Socket.Close();
                return Task.CompletedTask;
            }
        );

    /// <summary>Closes with RST.</summary>
    public ScriptedPlcScript Reset() =>
        Do(
            (session, _) =>
            {
                session.Socket.LingerState = new LingerOption(true, 0);
                session.Socket.Close();
                return Task.CompletedTask;
            }
        );

    private static string Word(int value) => $"{value >> 8:X2} {value & 0xFF:X2}";

    private ScriptedPlcScript Do(Func<ScriptedPlcSession, CancellationToken, Task> step)
    {
        _steps.Add(step);
        return this;
    }
}
