using System.Reflection;
using System.Runtime.Loader;
using Mono.Cecil;

namespace S7OpcBridge.Simulation.Faults;

/// <summary>Loads the bridge and this program a second time, with a fault in one assembly.</summary>
internal sealed class FaultContext(PlantedFault fault) : AssemblyLoadContext(fault.Name)
{
    public Task<int> RunAsync(string[] args)
    {
        var program = LoadFromAssemblyName(typeof(Program).Assembly.GetName()).GetType(typeof(Program).FullName!)!;
        return (Task<int>)program.GetMethod(nameof(Program.Main), BindingFlags.Public | BindingFlags.Static)!.Invoke(null, [args])!;
    }

    protected override Assembly? Load(AssemblyName assemblyName)
    {
        if (assemblyName.Name is not { } name || !name.StartsWith("S7OpcBridge.", StringComparison.Ordinal))
            return null;
        var path = Path.Combine(AppContext.BaseDirectory, name + ".dll");
        if (name != fault.Assembly)
            return LoadFromAssemblyPath(path);
        using var resolver = new DefaultAssemblyResolver();
        resolver.AddSearchDirectory(AppContext.BaseDirectory);
        resolver.AddSearchDirectory(Path.GetDirectoryName(typeof(object).Assembly.Location));
        using var module = ModuleDefinition.ReadModule(path, new ReaderParameters { AssemblyResolver = resolver });
        fault.Plant(module);
        var bytes = new MemoryStream();
        module.Write(bytes);
        bytes.Position = 0;
        return LoadFromStream(bytes);
    }
}
