using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Sessions;

/// <summary>A request ends under the caller with which it began: the dispatcher asks the session once, and services get the caller from it.</summary>
internal sealed class CallerOfRequestTests
{
    [Test]
    public void No_service_asks_a_session_for_its_caller() =>
        Assert.That(
            RoomFolders
                .Of("S7OpcBridge.OpcUa.Server")
                .FilesWith("CallerNow")
                .Where(static file => !file.StartsWith("Sessions/", StringComparison.Ordinal)),
            Is.EqualTo((string[])["Diagnostics/ClientSessions.cs", "Diagnostics/SessionDiagnostics.cs", "Services/RequestDispatcher.cs"])
        );
}
