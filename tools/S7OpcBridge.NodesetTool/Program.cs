using S7OpcBridge.NodesetTool;

if (args is not [var nodesets, var checkout] || !File.Exists(Path.Combine(nodesets, "Opc.Ua.NodeSet2.xml")))
{
    await Console.Error.WriteLineAsync(
        "usage: dotnet run --project tools/S7OpcBridge.NodesetTool -- NODESETS CHECKOUT\n"
            + "NODESETS: folder with Opc.Ua.NodeSet2.xml, Opc.Ua.NodeSet2.Services.xml, NodeIds.csv and StatusCode.csv; CHECKOUT: root of this repository"
    );
    return 2;
}

if (PinnedInputs.Check(nodesets, Path.Combine(checkout, "tools", "S7OpcBridge.NodesetTool", "inputs.sha256")) is { } finding)
{
    await Console.Error.WriteLineAsync(finding);
    return 1;
}

var language = Path.Combine(checkout, "src", "S7OpcBridge.OpcUa");
var messages = Path.Combine(language, "Messages", "Generated");
var types = Path.Combine(language, "Types");
Directory.CreateDirectory(messages);
Directory.CreateDirectory(types);
foreach (var former in Directory.GetFiles(messages, "*.g.cs"))
    File.Delete(former); // of a service set that is not wanted any more

var services = new DataTypes(Nodeset.Load(Path.Combine(nodesets, "Opc.Ua.NodeSet2.Services.xml")));
foreach (var (name, text) in MessageFiles.Write(services))
    Save(Path.Combine(messages, name), text);
Save(Path.Combine(types, "StatusCodes.g.cs"), StatusCodesFile.Write(Path.Combine(nodesets, "StatusCode.csv")));
Save(Path.Combine(messages, "Ids.g.cs"), IdsFile.Write(Path.Combine(nodesets, "NodeIds.csv"), services));

var table = TableWriter.Write(Nodeset.Load(Path.Combine(nodesets, "Opc.Ua.NodeSet2.xml")));
await File.WriteAllBytesAsync(Path.Combine(checkout, "src", "S7OpcBridge.OpcUa.Server", "InformationModel", "namespace0.bin"), table);
Console.WriteLine($"namespace0.bin: {table.Length} bytes");
return 0;

static void Save(string path, string text)
{
    File.WriteAllText(path, text);
    Console.WriteLine($"{Path.GetFileName(path)}: {text.AsSpan().Count('\n')} lines");
}
