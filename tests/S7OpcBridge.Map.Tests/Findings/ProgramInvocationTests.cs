using S7OpcBridge.Map.Findings;

namespace S7OpcBridge.Map.Tests;

/// <summary>Commands are told as they work where the program was started.</summary>
[Platform("Linux")]
public sealed class ProgramInvocationTests
{
    private const string Checkout = "/home/anna/bridge",
        Output = $"{Checkout}/src/S7OpcBridge/bin/Debug/net10.0/";

    [TestCase(Checkout, "dotnet run --project src/S7OpcBridge --")]
    [TestCase($"{Checkout}/src/S7OpcBridge", "dotnet run --project . --")]
    [TestCase("/tmp", $"dotnet run --project {Checkout}/src/S7OpcBridge --")]
    public void From_a_checkout(string currentFolder, string expected) =>
        Assert.That(
            Of(
                process: $"{Output}s7opcbridge",
                folder: Output,
                currentFolder: currentFolder,
                files: [$"{Checkout}/src/S7OpcBridge/S7OpcBridge.csproj"]
            ),
            Is.EqualTo(expected)
        );

    [Test]
    public void Installed_by_its_plain_name_where_the_shell_finds_it_and_by_its_path_elsewhere()
    {
        Assert.That(
            Of(process: "/usr/local/bin/s7opcbridge", folder: "/usr/local/bin/", files: ["/usr/local/bin/s7opcbridge"]),
            Is.EqualTo("s7opcbridge")
        );
        Assert.That(
            Of(process: "/opt/s7opcbridge/s7opcbridge", folder: "/opt/s7opcbridge/", files: ["/opt/s7opcbridge/s7opcbridge"]),
            Is.EqualTo("/opt/s7opcbridge/s7opcbridge")
        );
        Assert.That(Of(process: "/opt/my bridge/s7opcbridge", folder: "/opt/my bridge/"), Is.EqualTo("'/opt/my bridge/s7opcbridge'"));
        Assert.That(Of(process: "/usr/bin/dotnet", folder: "/opt/s7opcbridge/"), Is.EqualTo("dotnet /opt/s7opcbridge/s7opcbridge.dll"));
    }

    [TestCase("3f9ab0c1d2e4", "", "docker exec 3f9ab0c1d2e4 dotnet /app/s7opcbridge.dll")]
    [TestCase("plant-pc", "", "docker exec NAME dotnet /app/s7opcbridge.dll")]
    [TestCase("3f9ab0c1d2e4", "/run/.containerenv", "podman exec 3f9ab0c1d2e4 dotnet /app/s7opcbridge.dll")]
    public void In_a_container(string machine, string file, string expected) =>
        Assert.That(
            Of(
                process: "/usr/bin/dotnet",
                folder: "/app/",
                machine: machine,
                variables: [("DOTNET_RUNNING_IN_CONTAINER", "true")],
                files: [file]
            ),
            Is.EqualTo(expected)
        );

    [Test]
    public void In_a_pod() =>
        Assert.That(
            Of(
                process: "/usr/bin/dotnet",
                folder: "/app/",
                machine: "bridge-0",
                variables: [("DOTNET_RUNNING_IN_CONTAINER", "true"), ("KUBERNETES_SERVICE_HOST", "10.0.0.1")]
            ),
            Is.EqualTo("kubectl exec bridge-0 -- dotnet /app/s7opcbridge.dll")
        );

    [Test]
    public void Loaded_by_something_else_it_goes_by_its_name() => Assert.That(ProgramInvocation.Text, Is.EqualTo("s7opcbridge"));

    [TestCase("plant.yaml", "plant.yaml")]
    [TestCase("my plant.yaml", "'my plant.yaml'")]
    [TestCase("it's $(here).yaml", "'it'\\''s $(here).yaml'")]
    [TestCase("", "''")]
    public void Words_are_quoted_for_a_shell(string word, string expected) =>
        Assert.That(ProgramInvocation.Quoted(word), Is.EqualTo(expected));

    private static string Of(
        string process,
        string folder,
        string currentFolder = "/",
        string machine = "pc",
        (string Name, string Value)[]? variables = null,
        string[]? files = null
    ) =>
        ProgramInvocation.CommandLineFor(
            new StartEnvironment(
                name => name == "PATH" ? "/usr/local/bin:/usr/bin" : (variables ?? []).FirstOrDefault(each => each.Name == name).Value,
                process,
                folder,
                currentFolder,
                machine,
                IsProgram: true,
                path => (files ?? []).Contains(path)
            )
        );
}
