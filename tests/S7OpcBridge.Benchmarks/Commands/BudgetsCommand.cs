using System.CommandLine;

namespace S7OpcBridge.Benchmarks;

/// <summary><c>budgets [name…]</c>: everything with a limit that must hold; <c>native</c>: the build that some of it wants.</summary>
internal static class BudgetsCommand
{
    public static Command Build()
    {
        var names = new Argument<string[]>("name") { Description = "Some of them only.", Arity = ArgumentArity.ZeroOrMore };
        var command = new Command("budgets", "Takes every measurement that has a budget (budgets.json) and holds it against it.") { names };
        command.SetAction(parsed => BudgetRun.RunAsync(parsed.GetValue(names) ?? []));
        return command;
    }

    public static Command Native()
    {
        var command = new Command("native", "Makes the native build that 'budgets' measures, which else makes it itself.");
        command.SetAction(_ => NativeProgram.RunAsync());
        return command;
    }
}
