using Mono.Cecil;
using Mono.Cecil.Cil;

namespace S7OpcBridge.Simulation.Faults;

/// <summary>Changes of compiled methods.</summary>
internal static class Planting
{
    /// <summary>A method by its name and that of its type below the assembly's namespace.</summary>
    public static MethodDefinition Method(this ModuleDefinition module, string type, string method) =>
        module.GetType($"{module.Assembly.Name.Name}.{type}").Methods.Single(each => each.Name == method && each.HasBody);

    /// <summary>It does nothing.</summary>
    public static void Return(this MethodDefinition method) => Replace(method);

    /// <summary>It returns a number.</summary>
    public static void Return(this MethodDefinition method, long number) => Replace(method, Instruction.Create(OpCodes.Ldc_I8, number));

    /// <inheritdoc cref="Return(MethodDefinition, long)"/>
    public static void Return(this MethodDefinition method, int number) => Replace(method, Instruction.Create(OpCodes.Ldc_I4, number));

    /// <summary>It begins with a call that gets its first arguments, itself among them.</summary>
    public static void Begin(this MethodDefinition method, string hook, int arguments)
    {
        var code = new List<Instruction>();
        for (var i = 0; i < arguments; i++)
            code.Add(Instruction.Create(OpCodes.Ldarg, method.Body.GetParameter(i)));
        code.Add(Instruction.Create(OpCodes.Call, HookOf(method, hook)));
        Insert(method, 0, code);
    }

    /// <summary>Its last argument is replaced by what a call makes of it.</summary>
    public static void Change(this MethodDefinition method, string hook)
    {
        var last = method.Parameters[^1];
        List<Instruction> code = [Instruction.Create(OpCodes.Ldarg, last), Instruction.Create(OpCodes.Call, HookOf(method, hook))];
        if (last.ParameterType is RequiredModifierType or ByReferenceType)
        {
            var value = new VariableDefinition(method.Module.ImportReference(HookOf(method, hook).ReturnType));
            method.Body.Variables.Add(value);
            code.AddRange([Instruction.Create(OpCodes.Stloc, value), Instruction.Create(OpCodes.Ldloca, value)]);
        }
        code.Add(Instruction.Create(OpCodes.Starg, last));
        Insert(method, 0, code);
    }

    private static ParameterDefinition GetParameter(this MethodBody body, int index) =>
        body.Method.HasThis
            ? index == 0
                ? body.ThisParameter
                : body.Method.Parameters[index - 1]
            : body.Method.Parameters[index];

    private static MethodReference HookOf(MethodDefinition method, string hook) =>
        method.Module.ImportReference(typeof(Hooks).GetMethod(hook)!);

    private static void Replace(MethodDefinition method, params Instruction[] code)
    {
        method.Body = new MethodBody(method);
        foreach (var instruction in code)
            method.Body.Instructions.Add(instruction);
        method.Body.Instructions.Add(Instruction.Create(OpCodes.Ret));
    }

    private static void Insert(MethodDefinition method, int at, IReadOnlyList<Instruction> code)
    {
        for (var i = 0; i < code.Count; i++)
            method.Body.Instructions.Insert(at + i, code[i]);
    }
}
