namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Brings in the npm programs before the first test: it takes minutes on a fresh machine, which no test's own time has to bear.</summary>
[SetUpFixture]
public sealed class NodePackages
{
    [OneTimeSetUp]
    public Task InstallAsync() => Interop.InstallOnceAsync();
}
